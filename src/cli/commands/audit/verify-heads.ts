import { compactVerify, decodeProtectedHeader, errors, importJWK, type JSONWebKeySet, type JWK } from 'jose'
import { isJsonObject } from '../../../core/json.ts'
import { parseJsonBytes } from '../../../core/strict-json.ts'
import { TOKEN_ALGORITHM } from '../../../protocol/token.ts'
import { AUDIT_HEAD_TYPE, type AuditHead } from '../../../service/audit/audit-head.ts'
import { UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'
import type { HeadLine } from './audit-line.ts'
import type { AuditFault } from './find-chain-fault.ts'
import { hashOfHead } from './kept-head.ts'

/** The heads of an audit log after their check. */
export interface VerifiedHeads {
  /** The claims of each chain. */
  readonly claims: ReadonlyMap<string, AuditHead>
  readonly faults: readonly AuditFault[]
  /** Numbers of heads whose key is not in the key set, and that no proven head continues. */
  readonly unproven: readonly number[]
}

interface CheckedHead {
  readonly line: HeadLine
  readonly claims: AuditHead | undefined
  readonly signature: 'valid' | 'invalid' | 'unknown'
}

/**
 * Verifies the signatures of heads, and that each continues the one before.
 *
 * A head whose key was removed from the key set is proven by the next one, which has its hash.
 *
 * @throws {UsageError} when the key of a head cannot verify any head: that is a fault of the key set, and proves nothing about the log.
 */
export async function verifyHeads(lines: readonly HeadLine[], keys: JSONWebKeySet | undefined): Promise<VerifiedHeads> {
  const sorted = [...lines].sort((a, b) => a.number - b.number)
  const heads = await Promise.all(sorted.map((line) => checkHead(line, keys)))
  const faults: AuditFault[] = []
  const unproven: number[] = []
  const isProven = heads.map(({ signature }) => signature === 'valid')
  for (let at = heads.length - 1; at >= 0; at--) {
    const [head, next] = [heads[at], heads[at + 1]]
    if (head === undefined) continue
    const { line, signature, claims } = head
    const { chain, number } = line
    if (signature === 'invalid' || claims?.chain !== chain || claims.number !== number) {
      faults.unshift({
        kind: 'forged',
        chain,
        number,
        message: 'The signature of the head is not valid, or it belongs to another chain.',
      })
    } else if (signature === 'unknown') {
      const isContinued = isProven[at + 1] === true && next?.claims?.previous === hashOfHead(line.head)
      isProven[at] = isContinued
      if (!isContinued) unproven.unshift(number)
    }
    if (next === undefined) continue
    if (next.line.number === number) {
      faults.unshift({ kind: 'inserted', chain: next.line.chain, number, message: 'Two heads have this number.' })
    } else if (next.line.number > number + 1) {
      faults.unshift({ kind: 'missing', number: number + 1, message: 'The head and its chain were removed.' })
    } else if (next.claims !== undefined && next.claims.previous !== hashOfHead(line.head)) {
      faults.unshift({ kind: 'changed', chain, number, message: 'The next head continues another one.' })
    }
  }
  const claims = new Map(heads.flatMap((head) => (head.claims === undefined ? [] : [[head.line.chain, head.claims] as const])))
  return { claims, faults, unproven }
}

async function checkHead(line: HeadLine, keys: JSONWebKeySet | undefined): Promise<CheckedHead> {
  const claims = readClaims(line.head)
  try {
    const { kid, typ, alg } = decodeProtectedHeader(line.head)
    if (typ !== AUDIT_HEAD_TYPE || alg !== TOKEN_ALGORITHM || claims === undefined) return { line, claims, signature: 'invalid' }
    const key: JWK | undefined = keys?.keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) return { line, claims, signature: 'unknown' }
    await compactVerify(line.head, await importKey(key), { algorithms: [TOKEN_ALGORITHM] })
    return { line, claims, signature: 'valid' }
  } catch (error) {
    if (error instanceof errors.JOSEError || error instanceof TypeError) return { line, claims, signature: 'invalid' }
    throw error
  }
}

async function importKey(key: JWK): ReturnType<typeof importJWK> {
  try {
    if (key.kty === 'EC' && key.crv === 'P-256') return await importJWK(key, TOKEN_ALGORITHM)
  } catch {
    // Its coordinates are not a point of the curve.
  }
  throw new UsageError(
    `The key ${printable(String(key.kid))} of the key set is not a public key of the curve P-256, so it cannot have signed the log. ` +
      'Nothing was verified. Download the key set from the service, at /.well-known/jwks.json.',
  )
}

function readClaims(head: string): AuditHead | undefined {
  try {
    const claims = parseJsonBytes(Buffer.from(head.split('.')[1] ?? '', 'base64url'))
    if (!isJsonObject(claims)) return undefined
    const { chain, number, length, hash, day, opened, iat } = claims
    const isHead = [chain, hash, day, opened].every((text) => typeof text === 'string')
    return isHead && [number, length, iat].every(Number.isSafeInteger) ? (claims as unknown as AuditHead) : undefined
  } catch {
    return undefined
  }
}
