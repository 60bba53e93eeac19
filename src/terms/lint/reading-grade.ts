import { lintWordsOf, type TextCounts } from './lint-words.ts'

const WORD = /[\p{L}\p{M}\p{N}’'-]+/gu
const LETTER = /[\p{L}\p{N}]/gu
const SENTENCE_END = /[.!?؟。:](?=\s|$)|\n+/g
const ADDRESS = /(?<!\S)[^\s@]{1,64}@\S{1,255}|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g

/**
 * Returns the school grade of a plain text: Flesch–Kincaid for English, Crawford for Spanish, the automated readability index for Arabic.
 *
 * Returns `undefined` for other languages, and for a text of fewer than 20 words.
 */
export function readingGrade(text: string, locale: string): number | undefined {
  const rules = lintWordsOf(locale)
  const counts = countText(text, rules?.vowels ?? /$^/g)
  if (rules === undefined || counts.words < 20) return undefined
  return Math.round(rules.grade(counts) * 10) / 10
}

function countText(text: string, vowels: RegExp): TextCounts {
  const parts = text
    .replace(ADDRESS, '')
    .split(SENTENCE_END)
    .map((part) => part.match(WORD) ?? [])
    .filter((words) => words.length > 0)
  const words = parts.flat()
  return {
    letters: words.reduce((sum, word) => sum + (word.match(LETTER)?.length ?? 0), 0),
    syllables: words.reduce((sum, word) => sum + syllablesOf(word, vowels), 0),
    words: words.length,
    sentences: Math.max(1, parts.length),
  }
}

// A silent e at the end of an English word is not a syllable. Few words of the other languages end like this.
function syllablesOf(word: string, vowels: RegExp): number {
  const bare = word.toLowerCase().replace(/(?<=[^aeioul])e(?:s|d)?$/, '')
  return Math.max(1, bare.match(vowels)?.length ?? 0)
}
