import { describe, expect, it } from 'vitest'
import { createNoteKey, parseVkey, writeVkey } from '../../../src/log/note-key.ts'
import {
  cosignNote,
  parseSignatures,
  parseSignedNote,
  signNote,
  verifySignedNote,
  writeSignature,
  writeSignedNote,
} from '../../../src/log/signed-note.ts'
import { ed25519Pair, nodeLogCrypto } from '../../fixtures/log-crypto.ts'

const { sha256 } = nodeLogCrypto
const invalidProof = expect.objectContaining({ code: 'invalid_proof' })

// The key pairs and notes of golang.org/x/mod/sumdb/note (note_test.go).
const PETER = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW'
const PETER_SEED = Buffer.from('AYEKFALVFGyNhPJEMzD1QIDr+Y7hfZx09iUvxdXHKDFz', 'base64').subarray(1)
const ENOCH = 'EnochRoot+af0cfe78+ATtqJ7zOtqQtYqOo0CpvDXNlMhV3HeJDpjrASKGLWdop'
const TEXT = "If you think cryptography is the answer to your problem,\nthen you don't know what your problem is.\n"
const PETER_LINE = '— PeterNeumann x08go/ZJkuBS9UG/SffcvIAQxVBtiFupLLr8pAcElZInNIuGUgYN1FFYC2pZSNXgKvqfqdngotpRZb6KE6RyyBwJnAM=\n'
const ENOCH_LINE = '— EnochRoot rwz+eBzmZa0SO3NbfRGzPCpDckykFXSdeX+MNtCOXm2/5n2tiOHp+vAF1aGrQ5ovTG01oOTGwnWLox33WWd1RvMc+QQ=\n'
const NOTE = `${TEXT}\n${PETER_LINE}${ENOCH_LINE}`

const peter = await parseVkey(PETER, sha256)
const enoch = await parseVkey(ENOCH, sha256)
const namesOf = async (note: string, keys = [peter, enoch]) =>
  (await verifySignedNote(parseSignedNote(note), keys, nodeLogCrypto)).map(({ key }) => key.name)

describe('a public key of a note', () => {
  // The example of C2SP signed-note.
  it('is read from the line of the specification, and verifies its note', async () => {
    const key = await parseVkey('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k', sha256)
    const note =
      'This is an example message.\n\n— example.com/foo Uw2QOkn8srV1yJGh2VYRlL1Tnagv1YEq6TfXppzi2ONncAlTgK7Ztg1ERYNZXsYjOBH3mFXmRKuwHjG1Yu72IneyaQM=\n'
    expect(await namesOf(note, [key])).toEqual(['example.com/foo'])
    expect(writeVkey(key)).toBe('example.com/foo+530d903a+AekyeRrm56hApGFkyQR4ZCbV54Id2LKaANYcrnKv3U2k')
  })

  it('is refused when any part is missing or altered', async () => {
    for (let start = 0; start <= PETER.length; start++)
      for (let end = start; end <= PETER.length; end++)
        if (end - start < PETER.length) await expect(parseVkey(PETER.slice(start, end), sha256)).rejects.toEqual(invalidProof)
    for (let at = 0; at < PETER.length; at++) {
      const altered = `${PETER.slice(0, at)}${String.fromCharCode(PETER.charCodeAt(at) + 1)}${PETER.slice(at + 1)}`
      await expect(parseVkey(altered, sha256)).rejects.toEqual(invalidProof)
    }
  })

  it('is refused with a key of another length and an unknown kind of key', async () => {
    // Both have the id that belongs to their bytes.
    for (const vkey of [
      'PeterNeumann+cc469956+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TWBADKEY==',
      'PeterNeumann+173116ae+ZRpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW',
    ])
      await expect(parseVkey(vkey, sha256)).rejects.toEqual(invalidProof)
  })

  it.each(['', 'two words', 'a+b', 'a\u0085b', 'a\u00a0b'])('has no name like %j', async (name) => {
    await expect(createNoteKey(name, 'log', new Uint8Array(32), sha256)).rejects.toThrow(TypeError)
  })
})

describe('a signed note', () => {
  it('is written as the Go implementation writes it', async () => {
    const { publicKey, sign } = ed25519Pair(PETER_SEED)
    const key = await createNoteKey('PeterNeumann', 'log', publicKey, sha256)
    expect(writeVkey(key)).toBe(PETER)
    expect(writeSignedNote({ text: TEXT, signatures: [await signNote(TEXT, key, sign)] })).toBe(`${TEXT}\n${PETER_LINE}`)
  })

  it('is read and written again without a change', () => {
    expect(writeSignedNote(parseSignedNote(NOTE))).toBe(NOTE)
  })

  it('is verified with the known keys, and ignores signatures of others', async () => {
    expect(await namesOf(NOTE)).toEqual(['PeterNeumann', 'EnochRoot'])
    expect(await namesOf(NOTE, [peter])).toEqual(['PeterNeumann'])
    expect(await namesOf(NOTE, [])).toEqual([])
    expect(await namesOf(`${TEXT}\n${PETER_LINE}${PETER_LINE}`)).toEqual(['PeterNeumann'])
  })

  it('is refused when the signature of a known key is wrong, even beside a right one', async () => {
    await expect(namesOf(NOTE.replace('answer', 'Answer'))).rejects.toEqual(invalidProof)
    await expect(namesOf(`${TEXT}\n${PETER_LINE}${ENOCH_LINE.replace('BzmZ', 'BzmY')}`)).rejects.toEqual(invalidProof)
    await expect(namesOf(`${TEXT}\n— PeterNeumann x08gowAA\n`)).rejects.toEqual(invalidProof)
  })

  it.each([
    TEXT,
    `${TEXT}\n`,
    `${TEXT}\n${PETER_LINE.slice(0, -1)}`,
    `\u0001${TEXT}\n${PETER_LINE}`,
    `\ud800${TEXT}\n${PETER_LINE}`,
    `${TEXT}\n${PETER_LINE.replace('PeterNeumann', 'Bad Name')}`,
    `${TEXT}\n${PETER_LINE.replace('PeterNeumann', 'Bad+Name')}`,
    `${TEXT}\n${PETER_LINE}Unexpected line.\n`,
    `${TEXT}\n${PETER_LINE}\n`,
    `${TEXT}\n— PeterNeumann x08gow==\n`,
    `${TEXT}\n${PETER_LINE.replace('—', '-')}`,
    `${TEXT}\n${PETER_LINE.repeat(101)}`,
    `${TEXT.replaceAll('\n', '\r\n')}\n${PETER_LINE}`,
    '',
  ])('is refused when it is malformed: case %#', (note) => {
    expect(() => parseSignedNote(note)).toThrow(invalidProof)
  })
})

describe('the cosignature of a witness', () => {
  const CHECKPOINT = 'example.com/behind-the-sofa\n20852163\nCsUYapGGPo4dkMgIAUqom/Xajj7h2fB2MPA3j2jxq2I=\n'

  // The example of C2SP tlog-cosignature, whose public key is not published.
  it('is read from the example of the specification with its time', () => {
    const line =
      '— witness.example.com/w1 jWbPPwAAAABkGFDLEZMHwSRaJNiIDoe9DYn/zXcrtPHeolMI5OWXEhZCB9dlrDJsX3b2oyin1nPZqhf5nNo0xUe+mbIUBkBIfZ+qnA==\n'
    const [signature] = parseSignatures(line)
    expect(signature).toMatchObject({ name: 'witness.example.com/w1', id: '8d66cf3f' })
    expect(Buffer.from(signature?.bytes ?? []).readBigUInt64BE()).toBe(1_679_315_147n)
    expect(signature && writeSignature(signature)).toBe(line)
  })

  it('signs its time and the whole text of the checkpoint', async () => {
    const { publicKey, sign } = ed25519Pair(Buffer.alloc(32, 7))
    const key = await createNoteKey('witness.example.com/w1', 'witness', publicKey, sha256)
    const signature = await cosignNote(CHECKPOINT, key, 1_679_315_147, sign)
    // Written out from the specification.
    expect(Buffer.from(signature.bytes.slice(8))).toEqual(
      Buffer.from(sign(Uint8Array.from(Buffer.from(`cosignature/v1\ntime 1679315147\n${CHECKPOINT}`)))),
    )
    const note = { text: CHECKPOINT, signatures: [signature] }
    expect(await verifySignedNote(note, [key], nodeLogCrypto)).toEqual([{ key, at: 1_679_315_147 }])
    // Regression: a time after the year 9999 was an error of the engine in each text that contains it.
    const never = { text: CHECKPOINT, signatures: [await cosignNote(CHECKPOINT, key, 2 ** 50, sign)] }
    await expect(verifySignedNote(never, [key], nodeLogCrypto)).rejects.toEqual(invalidProof)
    const later = Uint8Array.from(signature.bytes, (byte, at) => (at === 7 ? byte + 1 : byte))
    const altered = { text: CHECKPOINT, signatures: [{ ...signature, bytes: later }] }
    await expect(verifySignedNote(altered, [key], nodeLogCrypto)).rejects.toEqual(invalidProof)
  })

  it('has another key id than the signature of a log with the same key', async () => {
    const { publicKey } = ed25519Pair(Buffer.alloc(32, 7))
    const [log, witness] = await Promise.all([
      createNoteKey('example.com', 'log', publicKey, sha256),
      createNoteKey('example.com', 'witness', publicKey, sha256),
    ])
    expect(log.id).not.toBe(witness.id)
    expect(await parseVkey(writeVkey(witness), sha256)).toEqual(witness)
  })
})
