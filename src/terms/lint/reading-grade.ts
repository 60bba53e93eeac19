import { lintWordsOf, type TextCounts } from './lint-words.ts'

const WORD = /[\p{L}\p{M}\p{N}’'-]+/gu
const LETTER = /[\p{L}\p{N}]/gu
const SENTENCE_END = /[.!?؟。:](?=\s|$)|\n+/g
const ADDRESS = /(?<!\S)[^\s@]{1,64}@\S{1,255}|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g
/** Letters of a long word in the formulas of Vienna. */
const LONG_WORD = 7

/**
 * Returns the school grade of a plain text: Flesch–Kincaid for English and, as adapted by Moreno, for Portuguese; Crawford for Spanish; the
 * Vienna formula for German; Kandel–Moles for French; the automated readability index for Arabic.
 *
 * Returns `undefined` for other languages, and for a text of fewer than 20 words.
 */
export function readingGrade(text: string, locale: string): number | undefined {
  const { grade, vowels } = lintWordsOf(locale) ?? {}
  if (grade === undefined) return undefined
  const counts = countText(text, vowels ?? /$^/g, locale.startsWith('en'))
  return counts.words < 20 ? undefined : Math.round(grade(counts) * 10) / 10
}

function countText(text: string, vowels: RegExp, isEnglish: boolean): TextCounts {
  const parts = text
    .replace(ADDRESS, '')
    .split(SENTENCE_END)
    .map((part) => part.match(WORD) ?? [])
    .filter((words) => words.length > 0)
  const words = parts.flat()
  const letters = words.map((word) => word.match(LETTER)?.length ?? 0)
  const syllables = words.map((word) => syllablesOf(word, vowels, isEnglish))
  return {
    letters: sum(letters),
    syllables: sum(syllables),
    words: words.length,
    sentences: Math.max(1, parts.length),
    manySyllables: syllables.filter((count) => count >= 3).length,
    longWords: letters.filter((count) => count >= LONG_WORD).length,
    oneSyllable: syllables.filter((count) => count === 1).length,
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

// A silent e at the end of an English word is not a syllable.
function syllablesOf(word: string, vowels: RegExp, isEnglish: boolean): number {
  const lower = word.toLowerCase()
  const bare = isEnglish ? lower.replace(/(?<=[^aeioul])e(?:s|d)?$/, '') : lower
  return Math.max(1, bare.match(vowels)?.length ?? 0)
}
