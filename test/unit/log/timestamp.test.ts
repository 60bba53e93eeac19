import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseCertificates } from '../../../src/log/timestamp/certificate.ts'
import { isTrusted } from '../../../src/log/timestamp/certificate-chain.ts'
import { readTime } from '../../../src/log/timestamp/der-values.ts'
import { parseTimestampExtra, writeTimestampExtra } from '../../../src/log/timestamp/timestamp-extra.ts'
import { readTimestampResponse, writeTimestampRequest } from '../../../src/log/timestamp/timestamp-request.ts'
import { readTimestampToken } from '../../../src/log/timestamp/timestamp-token.ts'
import { verifyStamp } from '../../../src/log/timestamp/verify-stamp.ts'
import { verifyTimestamp } from '../../../src/log/timestamp/verify-timestamp.ts'
import { parseTlogProof, writeTlogProof } from '../../../src/log/tlog-proof.ts'
import { describeLogged, verifyLogged } from '../../../src/log/verify-logged.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { projectRoot } from '../../support/run-command.ts'

interface Vector {
  readonly about: string
  readonly token: string
  readonly by: string
  readonly isTrusted: boolean
}

const { authorities, receipt, keys, proof, checkpoint, accepted, refused } = JSON.parse(
  readFileSync(join(projectRoot, 'docs/reference/vectors/log-timestamp.json'), 'utf8'),
)
const { subtle } = globalThis.crypto
const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))
const message = new TextEncoder().encode(checkpoint)
const trusted = parseCertificates(authorities)
const invalid = { code: 'invalid_proof' }

describe('a time stamp', () => {
  test.each(accepted as Vector[])('is accepted: $about', async ({ token, by, isTrusted }) => {
    expect(await verifyTimestamp(bytes(token), message, subtle, { trusted })).toEqual({ at: expect.any(Number), by, isTrusted })
    expect(await verifyTimestamp(bytes(token), message, subtle)).toMatchObject({ by, isTrusted: false })
  })

  test.each(refused as Vector[])('is refused: $about', async ({ token }) => {
    await expect(verifyTimestamp(bytes(token), message, subtle, { trusted })).rejects.toMatchObject(invalid)
  })

  test('is trusted by the intermediate certificate alone, and by no other root', async () => {
    const { certificates } = readTimestampToken(bytes(accepted[0].token))
    for (const one of certificates)
      expect(await verifyTimestamp(bytes(accepted[0].token), message, subtle, { trusted: [one] })).toMatchObject({
        isTrusted: true,
      })
    const other = readTimestampToken(bytes(accepted[1].token)).certificates.find(({ name }) => name.startsWith('RSA'))
    expect(other).toBeDefined()
    if (other !== undefined)
      expect(await verifyTimestamp(bytes(accepted[0].token), message, subtle, { trusted: [other] })).toMatchObject({
        isTrusted: false,
      })
  })

  test('counts with the accuracy that its authority states, and rounds up', async () => {
    const { info } = readTimestampToken(bytes(accepted[0].token))
    // The authority of the vectors states 1.5 seconds.
    expect(info.latest - info.at).toBe(1500)
    expect(await verifyTimestamp(bytes(accepted[0].token), message, subtle)).toMatchObject({ at: Math.ceil(info.latest / 1000) })
  })

  // Regression: eight certificates of one name took a minute, and fifty would have taken longer than anyone lives.
  test('is not trusted after a bounded number of signatures, whatever certificates come with it', async () => {
    const [, root] = readTimestampToken(bytes(accepted[0].token)).certificates
    if (root === undefined) throw new Error('The vector has no path.')
    const authority = trusted.find(({ extensions }) => extensions.has('2.5.29.19')) ?? root
    const others = Array.from({ length: 50 }, (_, serial) => ({
      ...{ ...authority, subject: root.subject, issuer: root.subject },
      bytes: Uint8Array.of(serial),
    }))
    let checked = 0
    const counting = {
      digest: subtle.digest.bind(subtle),
      importKey: async () => undefined,
      verify: async () => ++checked <= 1000,
    }
    const [one] = others
    if (one === undefined) throw new Error('There is no certificate.')
    const path = { trusted: [{ ...authority, bytes: Uint8Array.of(1, 2) }], others, at: authority.notBefore }
    expect(await isTrusted(one, path, counting)).toBe(false)
    expect(checked).toBeGreaterThan(10)
    expect(checked).toBeLessThan(100)
    checked = 0
    expect(await isTrusted(one, { ...path, trusted: [] }, counting)).toBe(false)
    expect(checked).toBe(0)
  })

  // Regression: a time of 300 kB was an error of the engine, not a wrong time stamp.
  test('is malformed with a time of any length', () => {
    const content = new Uint8Array(300_000).fill(0x30)
    expect(() => readTime({ tag: 0x18, content, bytes: content })).toThrow(/malformed/)
  })

  test('is refused when it answers another request', async () => {
    const token = bytes(accepted[0].token)
    const { nonce } = readTimestampToken(token).info
    expect(await verifyTimestamp(token, message, subtle, { nonce })).toMatchObject({ isTrusted: false })
    await expect(verifyTimestamp(token, message, subtle, { nonce: Uint8Array.of(1) })).rejects.toMatchObject(invalid)
  })

  test('is refused for every length at which it is cut off, and never makes another error', async () => {
    const token = bytes(accepted[0].token)
    for (let length = 0; length < token.length; length++)
      expect(() => readTimestampToken(token.slice(0, length))).toThrow(/malformed/)
    for (let at = 0; at < token.length; at += 3) {
      const changed = token.slice()
      changed[at] = (changed[at] ?? 0) ^ 0x21
      expect(await verifyTimestamp(changed, message, subtle).catch((error: unknown) => error)).toSatisfy(isVerdict)
    }
  })
})

/** A changed byte can be in a part that nothing depends on, such as a certificate beside the path. */
function isVerdict(value: object): boolean {
  return 'isTrusted' in value || ('code' in value && value.code === 'invalid_proof')
}

describe('a request for a time stamp', () => {
  test('has the hash, the nonce as a positive integer, and asks for the certificate', () => {
    const request = writeTimestampRequest(new Uint8Array(32).fill(7), Uint8Array.of(0, 0xff, 1))
    const hash = `302f300b06096086480165030402010420${'07'.repeat(32)}`
    // Version 1, the hash, the nonce with a zero before its first one bit, and TRUE.
    expect(Buffer.from(request).toString('hex')).toBe(`303c020101${hash}020300ff010101ff`)
  })

  test('is answered with a token, or with a status that refuses it', () => {
    const status = (value: number) => Uint8Array.of(0x30, 5, 0x30, 3, 2, 1, value)
    expect(readTimestampResponse(status(2))).toEqual({ status: 2 })
    for (const wrong of [status(0), status(2).slice(0, 4), new Uint8Array(), new TextEncoder().encode('<html>')])
      expect(() => readTimestampResponse(wrong)).toThrow(/malformed/)
  })
})

describe('a proof with a time stamp', () => {
  const iat = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()).iat
  const verify = (text: string, certificates?: string) =>
    verifyLogged(receipt, iat, { proof: text, keys }, nodeLogCrypto, (stamp) => verifyStamp(stamp, subtle, certificates))

  test('proves the time with a trusted certificate, and says so if there is none', async () => {
    const proven = await verify(proof, authorities)
    const { at } = proven.timestamp ?? { at: 0 }
    expect(proven).toMatchObject({ index: 600, timestamp: { isTrusted: true }, before: { at, by: 'Time stamp 1 of tests' } })
    const time = new Date(at * 1000).toISOString()
    expect(describeLogged(proven)).toBe(
      `The license is recorded as entry 600 of the public log auth.test/log/1, before ${time} (time stamp of Time stamp 1 of tests).`,
    )
    const open = await verify(proof)
    expect([open.before, open.timestamp?.isTrusted]).toEqual([undefined, false])
    expect(describeLogged(open)).toContain(
      `before ${time} (time stamp of Time stamp 1 of tests, whose certificate was not checked against a list).`,
    )
  })

  test('proves the entry alone where the time stamp is not read', async () => {
    expect(await verifyLogged(receipt, iat, { proof, keys }, nodeLogCrypto)).not.toHaveProperty('timestamp')
  })

  test('is refused with the time stamp of another checkpoint, size or form', async () => {
    const parsed = parseTlogProof(proof)
    const extra = parseTimestampExtra(parsed.extra ?? new Uint8Array())
    const withExtra = (changed: Uint8Array<ArrayBuffer>) => writeTlogProof({ ...parsed, extra: changed })
    for (const wrong of [
      writeTimestampExtra({ ...extra, token: bytes(refused[0].token) }),
      writeTimestampExtra({ ...extra, size: extra.size - 1 }),
      writeTimestampExtra({ ...extra, consistency: [new Uint8Array(32)] }),
      new TextEncoder().encode('{}'),
    ])
      await expect(verify(withExtra(wrong))).rejects.toMatchObject(invalid)
  })
})
