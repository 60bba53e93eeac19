import { hashText, sha3 } from '../../client/sha3.ts'
import { type VerifiedReceipt, verifyReceipt } from '../../client/verify-receipt.ts'
import { fromBase64Url, toBase64Url } from '../../core/base64.ts'
import type { License } from '../../core/license.ts'
import { signedRequestOf } from '../../core/license-request.ts'
import { toCanonicalBytes } from '../../core/signature.ts'
import type { LoggedReceipt } from '../../log/verify-logged.ts'
import type { DroppedReceipt, PublicKeys } from './read-dropped.ts'

/** One line of the result. `holds` is `undefined` for what cannot be checked with these files. */
export interface Line {
  readonly holds: boolean | undefined
  readonly text: string
}

/** The result of a check. */
export interface Verdict {
  /** `proven`: published keys signed everything that is checked. `consistent`: nothing is wrong, and who signed is not shown. */
  readonly result: 'proven' | 'consistent' | 'refuted'
  readonly lines: readonly Line[]
  /** Absent when the receipt is not valid. */
  readonly claims?: VerifiedReceipt | undefined
}

/** The published keys and certificates that were dropped. */
export interface DroppedKeys {
  readonly keys?: PublicKeys | undefined
  readonly logKeys?: readonly string[] | undefined
  /** Certificates of trusted time-stamping authorities, in PEM. */
  readonly certificates?: string | undefined
}

/** Checks a receipt with the dropped keys, or with its own. Makes no request. */
export async function checkDropped(dropped: DroppedReceipt, published: DroppedKeys): Promise<Verdict> {
  const keys = published.keys ?? dropped.keys
  if (keys === undefined) return { result: 'consistent', lines: [{ holds: undefined, text: NO_KEYS }] }
  let claims: VerifiedReceipt
  try {
    claims = await verifyReceipt(dropped.receipt, { keys: [...keys] })
  } catch (error) {
    return { result: 'refuted', lines: [{ holds: false, text: messageOf(error) }] }
  }
  const signed = { holds: true, text: `The service ${claims.iss} signed this receipt with the key ${kidOf(dropped.receipt)}.` }
  const origin = published.keys === undefined ? [{ holds: undefined, text: OWN_KEYS }] : []
  const log = await checkLog(dropped, keys, published)
  const lines = [signed, ...origin, ...checkLicense(dropped.license, claims), ...log]
  const isProven = published.keys !== undefined && lines.every(({ holds }) => holds === true)
  return { result: lines.some(({ holds }) => holds === false) ? 'refuted' : isProven ? 'proven' : 'consistent', lines, claims }
}

const NO_KEYS = 'The receipt comes without keys. Drop the published keys of the service too: the file .well-known/jwks.json.'
const OWN_KEYS =
  'The key came with the receipt, so anyone could have made it. Drop the published keys of the service too: the file .well-known/jwks.json.'
const OPEN_LOG_KEYS: Line = {
  holds: undefined,
  text: 'The keys of the log came with the receipt. Drop the published ones too: the file log/keys.',
}

function checkLicense(license: License | undefined, claims: VerifiedReceipt): readonly Line[] {
  if (license === undefined) return [{ holds: undefined, text: 'The file contains only the receipt, not the terms.' }]
  const isOwn = license.id === claims.lic && license.address === claims.sub
  if (claims.status === 'erased') return [toLine(isOwn, 'It belongs to an erased license.', 'It belongs to another license.')]
  const hasTerms = hashText(license.terms) === claims.terms
  const isSigned = claims.req === toBase64Url(sha3(toCanonicalBytes(signedRequestOf(license))))
  return [
    toLine(isOwn, `The receipt belongs to license ${license.id}.`, 'The receipt belongs to another license.'),
    toLine(hasTerms, 'The terms are, byte for byte, those that were accepted.', 'The terms were changed.'),
    toLine(
      isSigned,
      'The data, purposes, recipients and duration are those that the device signed.',
      'The data, purposes, recipients or duration were changed.',
    ),
  ]
}

async function checkLog(
  { receipt, license, log }: DroppedReceipt,
  keys: PublicKeys,
  { logKeys, certificates: timestampCertificates }: DroppedKeys,
): Promise<readonly Line[]> {
  if (log === undefined) return [{ holds: undefined, text: 'The file contains no proof of the public log.' }]
  let failure: unknown
  // After an end without the device, the service proves the receipt of that end.
  for (const one of [receipt, license?.revocation?.receipt]) {
    if (one === undefined) continue
    try {
      const options = { log: { ...log, keys: logKeys ?? log.keys }, timestampCertificates }
      const { logged } = await verifyReceipt(one, { keys: [...keys] }, options)
      const proven = { holds: true, text: `${logged?.text ?? ''} The log signed it with: ${logged?.signedBy.join(', ') ?? ''}` }
      return [proven, ...(logKeys === undefined ? [OPEN_LOG_KEYS] : []), ...checkTimestamp(logged?.timestamp)]
    } catch (error) {
      failure ??= error
    }
  }
  return [{ holds: false, text: messageOf(failure) }]
}

/** Returns what the time stamp proves. Without the certificate of an authority, anyone can have made it. */
function checkTimestamp(timestamp: LoggedReceipt['timestamp']): readonly Line[] {
  if (timestamp === undefined) return []
  const { at, by, isTrusted } = timestamp
  const text = `The time stamp of ${by} states that the entry existed before ${new Date(at * 1000).toUTCString()}.`
  const open = 'Its certificate was not checked against a list. Drop the certificates of authorities that you trust too, as PEM.'
  return [isTrusted ? { holds: true, text } : { holds: undefined, text: `${text} ${open}` }]
}

function toLine(holds: boolean, right: string, wrong: string): Line {
  return { holds, text: holds ? right : wrong }
}

function kidOf(receipt: string): string {
  const { kid }: { kid?: unknown } = JSON.parse(new TextDecoder().decode(fromBase64Url(receipt.split('.')[0] ?? '')))
  return String(kid)
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
