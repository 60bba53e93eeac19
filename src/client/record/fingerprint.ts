import { BUILD_ID } from '../../terms/build-id.ts'
import { isShipped } from '../../terms/shipped-template.ts'
import type { AnyClientConfig } from '../config.ts'

/** The part of a configuration that decides what is asked, of whom, and for which service. */
export type AskingConfig = Pick<
  AnyClientConfig,
  'agreement' | 'provider' | 'origin' | 'userId' | 'authUrl' | 'trailUrl' | 'issuer' | 'crypto'
>

/**
 * Returns the fingerprint of a configuration: SHA-256 in hexadecimal. Two configurations with the same fingerprint ask for the same, in the same
 * words. `undefined` when that cannot be known: without WebCrypto, or when words of the host app contain functions.
 *
 * A shipped template counts by its name, because the build identifies its text. A custom one counts with its whole text.
 */
export async function toFingerprint(config: AskingConfig): Promise<string | undefined> {
  const subtle = (config.crypto === undefined ? globalThis.crypto : config.crypto)?.subtle
  const content = BUILD_ID === '' ? undefined : toContent(config)
  if (subtle === undefined || content === undefined) return undefined
  const digest = new Uint8Array(await subtle.digest('SHA-256', new TextEncoder().encode(content)))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function toContent({ agreement, provider, origin, userId, authUrl, trailUrl, issuer }: AskingConfig): string | undefined {
  // What a function returns can depend on values that nobody sees here.
  let isComparable = true
  const toComparable = (_: string, member: unknown) => {
    if (typeof member === 'function') isComparable = false
    if (typeof member !== 'object' || member === null || !isShipped(member)) return member
    const { name, locale, version }: { name?: unknown; locale?: unknown; version?: unknown } = member
    return { shipped: [name, locale, version] }
  }
  try {
    const asked = [BUILD_ID, agreement, provider, origin, userId, authUrl, trailUrl, issuer]
    const content = JSON.stringify(asked, toComparable)
    return isComparable ? content : undefined
  } catch {
    return undefined
  }
}
