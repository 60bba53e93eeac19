// Writes the hint. Only an app that uses it loads this code, after the first paint.

import type { ConsentState } from '../../core/consent-states.ts'
import type { ConsentView } from '../store/consent-view.ts'
import { type GivenHint, HINT_COOKIE, toSubject } from './consent-hint.ts'

/** How long a browser keeps the hint, in seconds: 365 days. */
const MAX_AGE_SECONDS = 31_536_000

/** What a hint is written from. */
interface ViewSource {
  readonly getView: () => ConsentView
  readonly subscribe: (listener: () => void) => () => void
}

/** Keeps the cookie up to date with the state of a store. Returns a function that ends it. */
export function keepHint(store: ViewSource, subject: Omit<GivenHint, 'cookie'>): () => void {
  const about = toSubject(subject)
  let last: string | undefined
  const write = () => {
    const value = toHint(store.getView(), about)
    if (value === undefined || value === last) return
    last = value
    writeHint(value)
  }
  write()
  return store.subscribe(write)
}

/** The word of the cookie for a state after an answer. */
const WORDS: { readonly [State in ConsentState]?: string } = {
  licensed: 'licensed',
  'already-licensed': 'licensed',
  expiring: 'licensed',
  declined: 'declined',
  withdrawn: 'withdrawn',
  withdrawing: 'answered',
  queued: 'answered',
}

/** Returns the value of the cookie for a view: `''` while the person has not answered, and `undefined` while that is not known. */
export function toHint({ flow, client }: ConsentView, about: string): string | undefined {
  const { state, isLicensed } = flow
  if (state === 'checking' || state === 'device-slow' || state === 'submitting') return undefined
  // With a license in force, Decline kept it.
  const word = state === 'declined' && isLicensed ? 'licensed' : (WORDS[state] ?? (isLicensed ? 'answered' : undefined))
  // A browser that keeps no license keeps no hint either.
  return word === undefined || client.storage === 'memory' ? '' : `${word}.${about}`
}

/** Writes the cookie. An empty value removes it. */
function writeHint(value: string): void {
  const secure = location.protocol === 'https:' ? '; Secure' : ''
  try {
    // biome-ignore lint/suspicious/noDocumentCookie: not every browser has the Cookie Store API
    document.cookie = `${HINT_COOKIE}=${value}; Path=/; SameSite=Lax; Max-Age=${value === '' ? 0 : MAX_AGE_SECONDS}${secure}`
  } catch {
    // A sandboxed frame has no cookies.
  }
}
