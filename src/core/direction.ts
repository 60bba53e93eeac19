/** The direction in which a language is written. */
export type Direction = 'ltr' | 'rtl'

const RTL_LANGUAGE = /^(?:ar|fa|he|ur|ps|sd|yi|dv|ckb|ug)\b/i
// The blocks of the right-to-left scripts.
const RTL = /[\u0590-\u08FF\uFB1D-\uFDFF\uFE70-\uFEFE\u{10800}-\u{10FFF}\u{1E800}-\u{1EFFF}]/u
const LTR_LETTER = new RegExp(`(?!${RTL.source})\\p{L}`, 'u')
const NOT_RTL = new RegExp(`(?!${RTL.source})[^\\p{P}\\s]`, 'u')

/** Returns the direction of a language by its first subtag. */
export function directionOf(locale: string): Direction {
  return RTL_LANGUAGE.test(locale) ? 'rtl' : 'ltr'
}

/**
 * Returns the direction of a text in a language of that direction.
 *
 * A text with a letter of its language has the direction of the language, even when it begins with a name in another script: `dir="auto"`
 * and `<bdi>` look at the first letter alone. A text without such a letter, for example a Latin name in Hebrew, has its own direction.
 */
export function directionOfText(text: string, language: Direction): Direction {
  return RTL.test(text) && (language === 'rtl' || !LTR_LETTER.test(text)) ? 'rtl' : 'ltr'
}

/**
 * Isolates a value of the other direction, and a number in right-to-left text, so that it cannot reorder its sentence (UAX 9, FSI … PDI).
 * A text with isolated values stays the same.
 *
 * An isolate takes the direction of its first letter. A right-to-left value that begins with a Latin name would run from left to right in
 * one, so it stays part of the sentence.
 */
export function isolate(value: string, language: Direction): string {
  if (value.includes('\u2068') || !(language === 'rtl' ? NOT_RTL : RTL).test(value)) return value
  const isTurned = language === 'rtl' && RTL.test(value) && value.search(LTR_LETTER) === value.search(/\p{L}/u)
  return isTurned ? value : `\u2068${value}\u2069`
}
