import { MAX_WORD_CHARS } from './limits.ts'

/** The word that permits every use case or every destination (interface, section 2.4). */
export const WILDCARD = '*'

/** A word of the host app. */
export type CustomWord = `x-${string}`

/** The form of a use case, tag or destination on the wire: `*`, or 1 to 128 characters without white space, `*` and control characters. */
export const WORD: RegExp = /* @__PURE__ */ new RegExp(`^(?:\\*|[^\\s\\p{C}*]{1,${MAX_WORD_CHARS}})$`, 'u')

/** Returns a custom word in a form that people can read: `gym visits` for `x-gym_visits`. */
export function toReadable(word: string): string {
  return word.replace(/^x-/, '').replace(/[_-]+/g, ' ').trim() || word
}
