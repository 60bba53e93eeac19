import { cdp } from 'vitest/browser'

/** One preference of the visitor, as a media query asks for it. */
export interface Feature {
  readonly name: string
  readonly value: string
}

/** What the vitest types leave out: the one call of the protocol that is made here. */
interface Session {
  send(
    method: 'Emulation.setEmulatedMedia',
    params: { readonly media: '' | 'print'; readonly features: readonly Feature[] },
  ): Promise<unknown>
}

export const FORCED: Feature = { name: 'forced-colors', value: 'active' }
export const STILL: Feature = { name: 'prefers-reduced-motion', value: 'reduce' }
export const CONTRAST: Feature = { name: 'prefers-contrast', value: 'more' }
export const DARK: Feature = { name: 'prefers-color-scheme', value: 'dark' }

/** Makes the page's media queries answer so, until the next call. */
export function emulate(features: readonly Feature[], media: '' | 'print' = ''): Promise<unknown> {
  return (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', { media, features })
}
