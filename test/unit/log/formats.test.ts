import { describe, expect, it } from 'vitest'
import { parseCheckpoint, writeCheckpoint } from '../../../src/log/checkpoint.ts'
import { parseEntryBundle, writeEntryBundle } from '../../../src/log/entry-bundle.ts'
import { hashText, parseLogEntry, writeLogEntry } from '../../../src/log/log-entry.ts'
import { parseLogKeys, vkeysOf } from '../../../src/log/log-keys.ts'
import { parseTilePath, tileAt, writeTilePath } from '../../../src/log/tile.ts'
import { computeRoot } from '../../../src/log/tile-tree.ts'
import { parseTlogProof, writeTlogProof } from '../../../src/log/tlog-proof.ts'
import { parseWitnessRequest, writeWitnessRequest } from '../../../src/log/witness-request.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { storedTree } from '../../fixtures/stored-tree.ts'

const { sha256 } = nodeLogCrypto
const invalidProof = expect.objectContaining({ code: 'invalid_proof' })
const text = (value: string) => Uint8Array.from(Buffer.from(value))
const hash = (byte: number) => new Uint8Array(32).fill(byte)

describe('the path of a tile', () => {
  it.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 0, index: 273, width: 112 }, 'tile/0/273.p/112'],
    // The example of C2SP tlog-tiles.
    [{ level: 4, index: 1_234_067, width: 256 }, 'tile/4/x001/x234/067'],
    [{ level: 'entries', index: 1000, width: 1 }, 'tile/entries/x001/000.p/1'],
    [{ level: 63, index: Number.MAX_SAFE_INTEGER, width: 255 }, 'tile/63/x009/x007/x199/x254/x740/991.p/255'],
  ] as const)('is written for %j, and read again', (tile, path) => {
    expect(writeTilePath(tile)).toBe(path)
    expect(parseTilePath(path)).toEqual(tile)
  })

  it.each([
    'tile/0/0',
    'tile/0/0000',
    'tile/00/000',
    'tile/64/000',
    'tile/-1/000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/0/000.p/',
    'tile/0/x001/x234/067/',
    'tile/0/../000',
    'tile/0/x999/x999/x999/x999/x999/999',
    'tile/data/000',
    '/tile/0/000',
    'tile/0/000\n',
    '',
  ])('is not %j', (path) => {
    expect(parseTilePath(path)).toBeUndefined()
  })

  // The example of C2SP tlog-tiles.
  it('has the widths of a tree of 70,000 leaves', () => {
    expect(tileAt(0, 272, 70_000)).toEqual({ level: 0, index: 272, width: 256 })
    expect(tileAt(0, 273, 70_000)).toEqual({ level: 0, index: 273, width: 112 })
    expect(tileAt(0, 274, 70_000)).toBeUndefined()
    expect(tileAt(1, 0, 70_000)).toEqual({ level: 1, index: 0, width: 256 })
    expect(tileAt(1, 1, 70_000)).toEqual({ level: 1, index: 1, width: 17 })
    expect(tileAt(2, 0, 70_000)).toEqual({ level: 2, index: 0, width: 1 })
    expect(tileAt('entries', 273, 70_000)).toEqual({ level: 'entries', index: 273, width: 112 })
    expect(tileAt(1, 0, 256)).toEqual({ level: 1, index: 0, width: 1 })
  })

  it('is read once in a computation, and a tile of a wrong length is refused', async () => {
    const tree = await storedTree(
      Array.from({ length: 300 }, (_, at) => text(`${at}`)),
      [300],
    )
    tree.read.length = 0
    await tree.rootAt(300)
    expect(tree.read).toHaveLength(new Set(tree.read).size)
    const cut = { ...tree.at(300), readTile: () => new Uint8Array(31) }
    await expect(computeRoot(cut)).rejects.toEqual(invalidProof)
  })
})

describe('a bundle of entries', () => {
  it('is split into its entries, which have their length before them', () => {
    const entries = [text('a'), text(''), new Uint8Array(65_535).fill(9)]
    const bundle = writeEntryBundle(entries)
    expect([...bundle.slice(0, 5)]).toEqual([0, 1, 97, 0, 0])
    expect(parseEntryBundle(bundle, 3)).toEqual(entries)
  })

  it('is refused when it is cut off, or has another number of entries', () => {
    const bundle = writeEntryBundle([text('one'), text('two')])
    for (let length = 1; length < bundle.length; length++)
      expect(() => parseEntryBundle(bundle.slice(0, length), 2)).toThrow(invalidProof)
    expect(() => parseEntryBundle(bundle, 1)).toThrow(invalidProof)
    expect(() => writeEntryBundle([new Uint8Array(65_536)])).toThrow(RangeError)
  })
})

describe('an entry of the log', () => {
  const h = 'ungWv48Bz-pBQUDeXa4iI7ADYaOWF3qctBD_YfIAFa0'

  it('is canonical JSON with the hash of the receipt', async () => {
    // The hash of "abc" in FIPS 180-4.
    expect(await hashText('abc', sha256)).toBe(h)
    const entry = writeLogEntry({ k: 'license', h, t: 1_790_000_000 })
    expect(Buffer.from(entry).toString()).toBe(`{"h":"${h}","k":"license","t":1790000000,"v":1}`)
    expect(parseLogEntry(entry)).toEqual({ v: 1, k: 'license', h, t: 1_790_000_000 })
  })

  it.each([
    `{"k":"license","h":"${h}","t":1,"v":1}`,
    `{"h":"${h}","k":"license","t":1,"v":1} `,
    `{"h":"${h}","k":"license","t":1,"v":2}`,
    `{"h":"${h}","k":"other","t":1,"v":1}`,
    `{"h":"${h}=","k":"license","t":1,"v":1}`,
    `{"h":"${h}","k":"license","t":1.5,"v":1}`,
    `{"h":"${h}","k":"license","t":-1,"v":1}`,
    `{"h":"${h}","k":"license","n":"","t":1,"v":1}`,
    '[]',
    '{',
  ])('is not %s', (json) => {
    expect(() => parseLogEntry(text(json))).toThrow(invalidProof)
  })
})

describe('a checkpoint', () => {
  const EXAMPLE = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

  it('is read from the example of the specification, and written again', () => {
    const checkpoint = parseCheckpoint(EXAMPLE)
    expect(checkpoint).toMatchObject({ origin: 'example.com/behind-the-sofa', size: 20_852_163 })
    expect(writeCheckpoint(checkpoint)).toBe(EXAMPLE)
    const extended = `${EXAMPLE}one more line\n`
    expect(writeCheckpoint(parseCheckpoint(extended))).toBe(extended)
  })

  it.each([
    ['without its last line break', EXAMPLE.slice(0, -1)],
    ['with an empty line', `${EXAMPLE}\n`],
    ['without an origin', EXAMPLE.slice(EXAMPLE.indexOf('\n'))],
    ['with a leading zero', EXAMPLE.replace('20852163', '020852163')],
    ['with a negative size', EXAMPLE.replace('20852163', '-1')],
    ['with a size beyond 2^53', EXAMPLE.replace('20852163', '9007199254740992')],
    ['with a root of 31 bytes', EXAMPLE.replace(/\S+=\n/, `${Buffer.alloc(31).toString('base64')}\n`)],
    ['with a root without padding', EXAMPLE.replace('=\n', '\n')],
    ['with carriage returns', EXAMPLE.replaceAll('\n', '\r\n')],
    ['of two lines', 'a\n1\n'],
    ['of no line', ''],
  ])('%s is refused', (_, checkpoint) => {
    expect(() => parseCheckpoint(checkpoint)).toThrow(invalidProof)
  })
})

describe('a proof in one text', () => {
  const CHECKPOINT = 'example.com/log\n3\nAAAA\n\n— example.com/log AAAA\n'
  const PROOF = `c2sp.org/tlog-proof@v1\nextra aGk=\nindex 73894\n${Buffer.from(hash(1)).toString('base64')}\n${Buffer.from(hash(2)).toString('base64')}\n\n${CHECKPOINT}`

  it('is read and written as in the specification, with and without the line extra', () => {
    const proof = parseTlogProof(PROOF)
    expect(proof).toEqual({ extra: text('hi'), index: 73_894, hashes: [hash(1), hash(2)], checkpoint: CHECKPOINT })
    expect(writeTlogProof(proof)).toBe(PROOF)
    const short = `c2sp.org/tlog-proof@v1\nindex 0\n\n${CHECKPOINT}`
    expect(parseTlogProof(short)).toEqual({ index: 0, hashes: [], checkpoint: CHECKPOINT })
    expect(writeTlogProof(parseTlogProof(short))).toBe(short)
  })

  it.each([
    ['with another header', PROOF.replace('@v1', '@v2')],
    ['with extra data that is not base64', PROOF.replace('aGk=', '!!notbase64!!')],
    ['without an index', PROOF.replace('index 73894\n', '')],
    ['with a word as index', PROOF.replace('73894', 'notanumber')],
    ['with a negative index', PROOF.replace('73894', '-5')],
    ['with a leading zero', PROOF.replace('73894', '073894')],
    ['with a hash that is not base64', PROOF.replace(/AQEB\S+/, '!!notbase64!!')],
    ['with a hash of 64 bytes', PROOF.replace(/AQEB\S+/, Buffer.alloc(64).toString('base64'))],
    ['with 65 hashes', PROOF.replace(/AQEB\S+\n/, (line) => line.repeat(64))],
    ['without a checkpoint', PROOF.slice(0, PROOF.indexOf('\n\n'))],
    ['with carriage returns', PROOF.replaceAll('\n', '\r\n')],
    ['without content', ''],
  ])('%s is refused', (_, proof) => {
    expect(() => parseTlogProof(proof)).toThrow(invalidProof)
  })
})

describe('a request to a witness', () => {
  const BODY = `old 20852014\n${Buffer.from(hash(1)).toString('base64')}\n\nexample.com/log\n3\nAAAA\n\n— example.com/log AAAA\n`

  it('is read and written as in the specification', () => {
    const request = parseWitnessRequest(BODY)
    expect(request).toMatchObject({ oldSize: 20_852_014, hashes: [hash(1)] })
    expect(request.checkpoint.startsWith('example.com/log\n')).toBe(true)
    expect(writeWitnessRequest(request)).toBe(BODY)
    const first = writeWitnessRequest({ ...request, oldSize: 0, hashes: [] })
    expect(parseWitnessRequest(first)).toEqual({ ...request, oldSize: 0, hashes: [] })
  })

  it.each([
    ['without its first line', BODY.slice(BODY.indexOf('\n') + 1)],
    ['with a leading zero', BODY.replace('old 2', 'old 02')],
    ['with a hash of another length', BODY.replace(/AQEB\S+/, 'AAAA')],
    ['with 64 hashes', BODY.replace(/AQEB\S+\n/, (line) => line.repeat(64))],
    ['without a checkpoint', BODY.slice(0, BODY.indexOf('\n\n'))],
  ])('%s is refused', (_, body) => {
    expect(() => parseWitnessRequest(body)).toThrow(invalidProof)
  })
})

describe('the list of keys of a log', () => {
  const keys = {
    origin: 'auth.example.com/trail/log/2',
    keys: [{ vkey: 'b', from: 2 }],
    witnesses: [{ vkey: 'c', from: 3 }],
    former: [{ origin: 'auth.example.com/trail/log/1', keys: [{ vkey: 'a', from: 1 }], checkpoint: 'note' }],
  }

  it('is read without unknown members, and has the keys of all epochs and witnesses', () => {
    expect(parseLogKeys({ ...keys, more: true })).toEqual(keys)
    expect(vkeysOf(parseLogKeys(keys))).toEqual(['a', 'b', 'c'])
  })

  it.each([
    null,
    { ...keys, origin: 1 },
    { ...keys, keys: {} },
    { ...keys, keys: [{ vkey: 'b' }] },
    { ...keys, witnesses: ['c'] },
    { ...keys, former: [{ origin: '', keys: [] }] },
  ])('is refused in another form: %j', (value) => {
    expect(() => parseLogKeys(value)).toThrow(invalidProof)
  })
})
