import { hasInvisible } from '../core/invisible.ts'
import { MAX_LISTED, MAX_WORD_CHARS } from '../core/limits.ts'
import { type CustomWord, WORD } from '../core/words.ts'
import { misconfigured } from './check-value.ts'
import { nearestWord } from './nearest-word.ts'

/** Checks a list of different words. */
export function checkWords(input: unknown, field: string): readonly string[] {
  return checkList(input, field).map((word, at, words) => {
    if (words.indexOf(word) !== at) throw twice(`${field}[${at}]`, String(word))
    return checkWord(word, `${field}[${at}]`)
  })
}

/** Checks that a value is a list within the limit of the wire. */
export function checkList(input: unknown, field: string): readonly unknown[] {
  if (Array.isArray(input) && input.length > 0 && input.length <= MAX_LISTED) return input
  throw misconfigured(field, 'is not a list of words', `List 1 to ${MAX_LISTED}.`)
}

/** Checks a word: no spaces, no invisible characters, not too long. */
export function checkWord(word: unknown, field: string): string {
  if (typeof word === 'string' && WORD.test(word) && word === word.normalize('NFC') && !hasInvisible(word)) return word
  throw misconfigured(field, `is not a word of 1 to ${MAX_WORD_CHARS} characters without spaces`, 'Write it like purchase_history.')
}

/** Checks that a word is one of the known words, or a custom one. Suggests the nearest known word. */
export function checkKnown<Known extends string>(word: string, known: readonly Known[], field: string): Known | CustomWord {
  for (const one of known) if (one === word) return one
  if (isCustomWord(word)) {
    checkWord(word, field)
    return word
  }
  const near = nearestWord(word, known)
  const fix = near === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean ${JSON.stringify(near)}?`
  throw misconfigured(field, `is ${JSON.stringify(word)}, which is not a known word`, `${fix} A custom word begins with x-.`)
}

function isCustomWord(word: string): word is CustomWord {
  return /^x-./.test(word)
}

/** Makes the error for a word that stands twice in a list. */
export function twice(field: string, word: string): ReturnType<typeof misconfigured> {
  return misconfigured(field, `repeats ${JSON.stringify(word)}`, 'Remove it.')
}
