import { checksum } from '../../core/checksum.ts'

/** Name of the cookie that holds the hint. */
export const HINT_COOKIE = 'licet'

/** What a surface shows until the license of the device is known. `ask`: the question, because the browser has no answer. */
export type HintedState = 'ask' | 'already-licensed' | 'declined' | 'withdrawn'

/** The words of the cookie. An answer that is none of these is `answered`: it shows nothing until the license is known. */
const STATES: Readonly<Record<string, HintedState>> = { licensed: 'already-licensed', declined: 'declined', withdrawn: 'withdrawn' }

/** The answer of the visitor in their cookie, and the agreement of this page. */
export interface GivenHint {
  /** The value of the cookie; `null` for a visitor without one. */
  readonly cookie: string | null
  readonly agreement: unknown
  /** The person of this page; `undefined` with an existing client, which does not say. */
  readonly userId: string | undefined
}

/** Cookies of a request, as `cookies()` of Next.js and `Astro.cookies` return them. */
export interface CookieReader {
  get(name: string): { readonly value: string } | undefined
}

/**
 * Reads the hint of a visitor on a server, for the prop `hint` of `ConsentProvider`.
 *
 * @param cookies The `Cookie` header of the request, or an object with `get(name)`, such as the result of `cookies()` in Next.js
 * @returns The value of the cookie; `null` for a visitor without one, who is shown the question
 * @example
 * const hint = readConsentHint(request.headers.get('cookie'))
 */
export function readConsentHint(cookies: string | CookieReader | null | undefined): string | null {
  if (typeof cookies === 'object') return cookies?.get(HINT_COOKIE)?.value ?? null
  const found = cookies?.split(/; */).find((pair) => pair.startsWith(`${HINT_COOKIE}=`))
  return found?.slice(HINT_COOKIE.length + 1) ?? null
}

/** Returns what to show for the prop `hint`; `undefined` when it does not say, or is about another agreement or person. */
export function toHintedState({ cookie, ...subject }: GivenHint): HintedState | undefined {
  if (cookie === null) return 'ask'
  const [word = '', ...about] = cookie.split('.')
  return Object.hasOwn(STATES, word) && about.join('.') === toSubject(subject) ? STATES[word] : undefined
}

/**
 * Returns what a hint is about: a checksum of the agreement, and two characters for the person.
 *
 * Two characters recognize another person at the same browser 1,295 times of 1,296, and are the same for too many people to identify one.
 */
export function toSubject({ agreement, userId }: Omit<GivenHint, 'cookie'>): string {
  return userId === undefined ? checksum(agreement) : `${checksum(agreement)}.${checksum(userId).slice(-2)}`
}
