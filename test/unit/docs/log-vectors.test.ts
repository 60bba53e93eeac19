import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parseLogEntry } from '../../../src/log/log-entry.ts'
import { hashLeaf } from '../../../src/log/merkle.ts'
import { isConsistent, isIncluded } from '../../../src/log/merkle-proof.ts'
import { verifyLogged } from '../../../src/log/verify-logged.ts'
import { nodeLogCrypto } from '../../fixtures/log-crypto.ts'
import { projectRoot } from '../../support/run-command.ts'

const read = (name: string) => JSON.parse(readFileSync(join(projectRoot, `docs/reference/vectors/${name}.json`), 'utf8'))
const tree = read('log-tree')
const logged = read('log-proof')
const { sha256 } = nodeLogCrypto
const bytes = (base64: string) => Uint8Array.from(Buffer.from(base64, 'base64'))
const iatOf = (receipt: string) => JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()).iat

describe('our own code', () => {
  test('reads the entries of the vectors, and hashes them', async () => {
    for (const [at, entry] of tree.entries.entries()) {
      expect(parseLogEntry(Buffer.from(entry))).toMatchObject({ v: 1, k: 'license' })
      expect(await hashLeaf(Buffer.from(entry), sha256)).toEqual(bytes(tree.leafHashes[at]))
    }
  })

  test('accepts every proof of the vectors', async () => {
    for (const { index, size, hashes } of tree.inclusion) {
      const claim = {
        leafHash: bytes(tree.leafHashes[index]),
        index,
        size,
        root: bytes(tree.roots[size]),
        proof: hashes.map(bytes),
      }
      expect(await isIncluded(claim, sha256)).toBe(true)
    }
    for (const { oldSize, size, hashes } of tree.consistency) {
      const roots = { oldRoot: bytes(tree.roots[oldSize]), root: bytes(tree.roots[size]) }
      expect(await isConsistent({ oldSize, size, ...roots, proof: hashes.map(bytes) }, sha256)).toBe(true)
    }
  })

  test('verifies the proof of the receipt, and refuses each wrong one', async () => {
    const { receipt, keys, proof, proves, refused } = logged
    expect(await verifyLogged(receipt, iatOf(receipt), { proof, keys }, nodeLogCrypto)).toMatchObject(proves)
    for (const wrong of refused) {
      expect(wrong.proof, wrong.about).not.toBe(proof)
      const verified = verifyLogged(receipt, iatOf(receipt), { proof: wrong.proof, keys }, nodeLogCrypto)
      await expect(verified, wrong.about).rejects.toMatchObject({ code: 'invalid_proof' })
    }
  })
})

describe('node:crypto alone', () => {
  const hash = (...parts: (Uint8Array | string)[]) => {
    const sum = createHash('sha256')
    for (const part of parts) sum.update(part)
    return sum.digest()
  }

  // Written from RFC 9162, section 2.1.3.2, and C2SP tlog-proof and signed-note.
  test('verifies the proof of the receipt', () => {
    const [head = '', text = '', signatures = ''] = logged.proof.split('\n\n')
    const [, position = '', ...path] = head.split('\n')
    const [origin, size, root] = text.split('\n')
    const h = hash(logged.receipt).toString('base64url')
    let fn = Number(position.replace('index ', ''))
    let sn = Number(size) - 1
    let r = hash('\u0000', `{"h":"${h}","k":"license","t":${iatOf(logged.receipt)},"v":1}`)
    for (const p of path.map(bytes)) {
      if (fn % 2 === 1 || fn === sn) {
        r = hash('\u0001', p, r)
        while (fn % 2 === 0 && fn !== 0) {
          fn = Math.floor(fn / 2)
          sn = Math.floor(sn / 2)
        }
      } else r = hash('\u0001', r, p)
      fn = Math.floor(fn / 2)
      sn = Math.floor(sn / 2)
    }
    expect([sn, r.toString('base64')]).toEqual([0, root])
    const vkey = logged.keys.find((key: string) => key.startsWith(`${origin}+`))
    const publicKey = Buffer.from(vkey.split('+').slice(2).join('+'), 'base64').subarray(1)
    const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey.toString('base64url') }, format: 'jwk' })
    const line = signatures.split('\n').find((one: string) => one.startsWith(`— ${origin} `)) ?? ''
    const signature = Buffer.from(line.split(' ')[2] ?? '', 'base64').subarray(4)
    expect(verify(null, Buffer.from(`${text}\n`), key, signature)).toBe(true)
  })
})
