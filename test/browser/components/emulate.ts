import { cdp } from 'vitest/browser'

/** A media feature with its value. */
export interface Feature {
  readonly name: string
  readonly value: string
}

/** The protocol call that the Vitest types lack. */
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

/** Sets the media features of the page until the next call. */
export function emulate(features: readonly Feature[], media: '' | 'print' = ''): Promise<unknown> {
  return (cdp() as unknown as Session).send('Emulation.setEmulatedMedia', { media, features })
}
