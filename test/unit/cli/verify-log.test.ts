import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, describe, expect, test } from 'vitest'
import { openLog } from '../../fixtures/published-log.ts'
import { licet } from '../../fixtures/run-licet.ts'
import { projectRoot } from '../../support/run-command.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-verify-log-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const CLAIMS = {
  iss: 'https://auth.test',
  sub: Buffer.alloc(32, 1).toString('base64url'),
  iat: 1_789_999_000,
  lic: '01a2050f-6f40-7b65-997e-5abd9111f40d',
  prv: 'provider',
  req: Buffer.alloc(32, 2).toString('base64url'),
  terms: Buffer.alloc(32, 3).toString('base64url'),
  status: 'active',
}

/** A receipt of a service, the log that contains it, and the files that the service publishes. */
async function createFiles() {
  const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
  const sign = (claims: object) =>
    new SignJWT({ ...claims }).setProtectedHeader({ alg: 'ES256', typ: 'license-receipt+jwt', kid: 'own' }).sign(privateKey)
  const receipt = await sign(CLAIMS)
  const log = await openLog({ filled: 4210, witnesses: ['witness.example'] })
  await log.add(receipt)
  const keys = [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid: 'own' }]
  const proof = { proof: await log.prove(receipt), keys: log.vkeys }
  const published = await (await log.respond('/log/keys'))?.json()
  return {
    receipt,
    sign,
    keys,
    log,
    proof,
    options: ['--keys', write('jwks.json', { keys }), '--log-keys', write('log-keys.json', published)],
  }
}

function write(name: string, content: object): string {
  const path = join(folder, name)
  writeFileSync(path, JSON.stringify(content))
  return path
}

const files = await createFiles()
const verify = (content: object, ...options: string[]) => licet('verify', write('receipt.json', content), ...options)

test('proves that the public log contains the receipt, and says where and before what time', async () => {
  const { code, out } = await verify({ receipt: files.receipt, log: files.proof }, ...files.options)
  expect(out).toMatch(
    / {2}proven +The license is recorded as entry 4,210 of the public log auth\.test\/log\/1, before 2026-09-21T14:13:20\.000Z \(witness\.example\)\./,
  )
  expect(code).toBe(0)
})

test('proves nothing about the log with the keys that came with the file', async () => {
  const [option = '', path = ''] = files.options
  const { code, out } = await verify({ receipt: files.receipt, log: files.proof }, option, path)
  expect(out).toMatch(
    /unchecked +The license is recorded as entry 4,210 .* The keys of the log came with the file\. Add --log-keys\./,
  )
  expect(code).toBe(0)
})

test('refutes a file whose proof belongs to another receipt, or was altered', async () => {
  const other = await files.sign({ ...CLAIMS, iat: CLAIMS.iat + 1 })
  for (const content of [
    { receipt: other, log: files.proof },
    { receipt: files.receipt, log: { ...files.proof, proof: files.proof.proof.replace('index 4210', 'index 4209') } },
    { receipt: files.receipt, log: { ...files.proof, proof: '' } },
  ]) {
    const { code, out } = await verify(content, ...files.options)
    expect(out).toMatch(/WRONG +The proof of the log/)
    expect(code).toBe(1)
  }
})

test('reports a file without a proof as unchecked, only if the keys of the log are given', async () => {
  const { out } = await verify({ receipt: files.receipt }, ...files.options)
  expect(out).toMatch(/unchecked +The file contains no proof of the public log\./)
  expect((await verify({ receipt: files.receipt }, ...files.options.slice(0, 2))).out).not.toContain('public log')
})

test('refuses a proof of an unknown form, and keys of another kind', async () => {
  expect(await verify({ receipt: files.receipt, log: { proof: 1 } }, ...files.options)).toMatchObject({ code: 2 })
  const [option = '', jwks = ''] = files.options
  const { code, err } = await verify({ receipt: files.receipt, log: files.proof }, option, jwks, '--log-keys', jwks)
  expect([code, err]).toEqual([2, expect.stringContaining('The list of keys of the log is malformed')])
})

describe('a proof with a time stamp', () => {
  const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, `docs/reference/vectors/${name}.json`), 'utf8'))
  const { receipt, keys, proof, authorities, refused } = read('log-timestamp')
  const content = { receipt, log: { proof, keys } }
  const jwks = write('stamped-jwks.json', read('receipt').keys)
  const logKeys = write('stamped-log-keys.json', {
    ...{ origin: 'auth.test/log/1', witnesses: [], former: [] },
    keys: keys.map((vkey: string) => ({ vkey, from: 0 })),
  })
  const options = ['--keys', jwks, '--log-keys', logKeys]
  const ca = join(folder, 'authority.pem')
  writeFileSync(ca, authorities)

  test('proves the time with the certificate of a trusted authority', async () => {
    const { code, out } = await verify(content, ...options, '--timestamp-ca', ca)
    expect(out).toMatch(/proven +The license is recorded as entry 600 .*, before \S+ \(time stamp of Time stamp 1 of tests\)\./)
    expect(out).toMatch(/proven +The time stamp of Time stamp 1 of tests states that the entry existed before /)
    expect(code).toBe(0)
  })

  test('says without one that the certificate was not checked, and proves everything else', async () => {
    const { code, out } = await verify(content, ...options)
    expect(out).toContain('(time stamp of Time stamp 1 of tests, whose certificate was not checked against a list).')
    expect(out).toMatch(/unchecked +The time stamp of .* Its certificate was not checked against a list\. Add --timestamp-ca\./)
    expect([code, out]).toEqual([0, expect.stringContaining('The receipt is proven, except: timestamp.')])
    writeFileSync(join(folder, 'wrong.pem'), 'no certificate')
    expect(await verify(content, ...options, '--timestamp-ca', join(folder, 'wrong.pem'))).toMatchObject({ code: 2 })
  })

  test('refutes a file whose time stamp covers another checkpoint', async () => {
    const extra = Buffer.from(JSON.stringify({ ts: refused[0].token, size: 601, consistency: [] })).toString('base64')
    const wrong = { receipt, log: { proof: proof.replace(/extra \S+/, `extra ${extra}`), keys } }
    const { code, out } = await verify(wrong, ...options)
    expect([code, out]).toEqual([1, expect.stringMatching(/WRONG +The time stamp covers another checkpoint/)])
  })
})
