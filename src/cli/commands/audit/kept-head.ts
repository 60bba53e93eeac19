import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { isJsonObject } from '../../../core/json.ts'
import { parseJson } from '../../../core/strict-json.ts'
import { parseTimestamp } from '../../../core/timestamp.ts'
import { UsageError } from '../../command.ts'
import { printable } from '../../printable.ts'
import type { HeadLine } from './audit-line.ts'
import type { AuditFault } from './find-chain-fault.ts'

/** The last head of an audit log, as an operator keeps it outside the database. */
export interface KeptHead {
  readonly number: number
  /** When it was signed. */
  readonly signed: string
  /** SHA-256 of the JWS, in base64url: the value that the next head has in `previous`. */
  readonly hash: string
}

/** Returns the hash of a head. */
export function hashOfHead(head: string): string {
  return createHash('sha256').update(head).digest('base64url')
}

/** Returns how a log contradicts a head that was kept from it earlier, or `undefined`. */
export function findKeptFault(heads: readonly HeadLine[], { number, signed, hash }: KeptHead): AuditFault | undefined {
  const found = heads.filter((head) => head.number === number)
  if (found.some(({ head }) => hashOfHead(head) === hash)) return undefined
  const cause = `This head was signed at ${signed}, and its hash was kept. The log was changed after that, a backup from before it was restored, or this is another log.`
  if (found.length > 0) return { kind: 'changed', number, message: `The log has another head with this number. ${cause}` }
  const last = Math.max(0, ...heads.map((head) => head.number))
  const end =
    last === 0 ? 'The log has no head' : last < number ? `The log ends with head ${last}` : 'The log does not have this head'
  return { kind: 'missing', number, message: `${end}. ${cause}` }
}

/**
 * Reads a kept head. `undefined` when the file does not exist.
 *
 * @throws {UsageError} when the file cannot be read or contains something else. It is not replaced.
 */
export async function readKeptHead(path: string): Promise<KeptHead | undefined> {
  let text: string
  try {
    text = await readFile(path, 'utf8')
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return undefined
    throw notKept(path)
  }
  const head = parseKeptHead(text)
  if (head === undefined) throw notKept(path)
  return head
}

function parseKeptHead(text: string): KeptHead | undefined {
  try {
    const value = parseJson(text)
    if (!isJsonObject(value)) return undefined
    const { number, signed, hash } = value
    if (typeof number !== 'number' || !Number.isSafeInteger(number) || number < 1) return undefined
    if (typeof signed !== 'string' || parseTimestamp(signed) === undefined || typeof hash !== 'string') return undefined
    return { number, signed, hash }
  } catch {
    return undefined
  }
}

function notKept(path: string): UsageError {
  return new UsageError(
    `${printable(path)} is not a head that \`licet audit verify --head\` has written, or cannot be read. Nothing was verified, and the file is unchanged. Restore it, or use another file with --head.`,
  )
}

/** Replaces the kept head. */
export async function writeKeptHead(path: string, head: KeptHead): Promise<void> {
  const { writeFileAtomically } = await import('../../../service/node/atomic-file.ts')
  await writeFileAtomically(path, [`${JSON.stringify(head, null, 2)}\n`], { mayReplace: true })
}
