import { SECOND_MS } from '../../core/time-units.ts'
import { isSameBytes } from '../bytes.ts'
import type { Certificate, Extension } from './certificate.ts'
import { openDer, TAG } from './der.ts'
import { readNumber } from './der-values.ts'
import { isSignedBy } from './is-signed-by.ts'
import type { TimestampSubtle } from './timestamp-subtle.ts'

const KEY_USAGE = '2.5.29.15'
const BASIC_CONSTRAINTS = '2.5.29.19'
/** Critical extensions that are checked. A certificate with another one is not trusted (RFC 5280, section 4.2). */
const KNOWN = [KEY_USAGE, BASIC_CONSTRAINTS, '2.5.29.37']
/** Longest path from the authority to a trusted certificate. */
const MAX_DEPTH = 6
/**
 * Signatures that are checked for one path. An attacker chooses the certificates in a time stamp: ten of one name, which all issue each other,
 * have a hundred thousand paths.
 */
const MAX_SIGNATURES = 64
const SIGNS_CERTIFICATES = 5

/**
 * Returns whether a certificate leads to a trusted one (RFC 5280, section 6), at a time in milliseconds since the epoch. Does not check
 * whether one was revoked.
 */
export async function isTrusted(
  certificate: Certificate,
  {
    trusted,
    others,
    at,
  }: { readonly trusted: readonly Certificate[]; readonly others: readonly Certificate[]; readonly at: number },
  subtle: TimestampSubtle,
): Promise<boolean> {
  if (trusted.length === 0) return false
  let left = MAX_SIGNATURES
  const search = async (one: Certificate, depth: number): Promise<boolean> => {
    if (!isValidAt(one, at) || !hasKnownExtensions(one)) return false
    if (trusted.some(({ bytes }) => isSameBytes(bytes, one.bytes))) return true
    if (depth === MAX_DEPTH) return false
    for (const issuer of [...trusted, ...others]) {
      if (isSameBytes(issuer.bytes, one.bytes) || !mayIssue(issuer, one, depth)) continue
      if (left-- <= 0) return false
      if ((await isIssuedBy(one, issuer, subtle)) && (await search(issuer, depth + 1))) return true
    }
    return false
  }
  return search(certificate, 0)
}

/** Returns whether a time in milliseconds is within the validity of a certificate. */
export function isValidAt({ notBefore, notAfter }: Certificate, at: number): boolean {
  // A certificate counts until the end of its last second.
  return at >= notBefore && at < notAfter + SECOND_MS
}

/** Returns whether the key of a certificate may be used for a purpose: a position of KeyUsage (RFC 5280, section 4.2.1.3). */
export function hasUsage({ extensions }: Certificate, position: number): boolean {
  const usage = extensions.get(KEY_USAGE)?.value
  if (usage === undefined) return true
  // The first byte counts unused bits, which are zero.
  return usage.tag === TAG.bitString && ((usage.content[1] ?? 0) & (0x80 >> position)) !== 0
}

/** @param below Number of issuers between `issuer` and the authority. */
function mayIssue(issuer: Certificate, { issuer: name }: Certificate, below: number): boolean {
  if (!isSameBytes(issuer.subject, name) || !hasUsage(issuer, SIGNS_CERTIFICATES)) return false
  const constraints = issuer.extensions.get(BASIC_CONSTRAINTS)
  return constraints !== undefined && isAuthority(constraints, below)
}

function isAuthority({ value }: Extension, below: number): boolean {
  const reader = openDer(value)
  if (reader.maybe(TAG.boolean)?.content[0] !== 0xff) return false
  const longest = reader.maybe(TAG.integer)
  return longest === undefined || readNumber(longest) >= below
}

async function isIssuedBy(one: Certificate, { spki }: Certificate, subtle: TimestampSubtle): Promise<boolean> {
  const { signed: message, signature, algorithm } = one
  // An issuer with an unknown algorithm is no path. Another one can be.
  return isSignedBy(spki, { message, signature, algorithm }, subtle).catch(() => false)
}

function hasKnownExtensions({ extensions }: Certificate): boolean {
  return [...extensions].every(([oid, { isCritical }]) => !isCritical || KNOWN.includes(oid))
}
