import { byLanguage, inLanguage } from '../by-language.ts'

/** Counts of a text. */
export interface TextCounts {
  readonly letters: number
  readonly syllables: number
  readonly words: number
  readonly sentences: number
  /** Parts of sentences that a comma ends. The last part of a sentence counts too. */
  readonly clauses: number
  readonly hiragana: number
}

/** The reading measure of a language: `languages/<tag>/reading.ts`. */
export interface ReadingMeasure {
  /** Returns the school grade of a text. */
  readonly gradeOf: (counts: TextCounts) => number
  /** The vowels of a syllable, where the measure needs syllables. */
  readonly vowels?: RegExp | undefined
  /** The end of a word that is not a separate syllable. */
  readonly silentEnd?: RegExp | undefined
}

const MEASURES = byLanguage(import.meta.glob<ReadingMeasure>('../languages/*/reading.ts', { eager: true, import: 'reading' }))

const WORD = /[\p{L}\p{M}\p{N}’'-]+/gu
const LETTER = /[\p{L}\p{N}]/gu
const SENTENCE_END = /。|[.!?؟:](?=\s|$)|\n+/g
const COMMA = /[,،、]/g
const HIRAGANA = /\p{Script=Hiragana}/gu
const ADDRESS = /(?<!\S)[^\s@]{1,64}@\S{1,255}|(?<![\w-])[\w-]{1,63}(?:\.[\w-]{1,63}){1,10}/g

/**
 * Returns the school grade of a plain text, by a formula that was made for its language or fits it.
 *
 * Returns `undefined` for other languages, and for a text of fewer than 20 words.
 */
export function readingGrade(text: string, locale: string): number | undefined {
  const measure = inLanguage(MEASURES, locale)
  if (measure === undefined) return undefined
  const counts = countText(text, measure)
  if (counts.words < 20) return undefined
  return Math.round(measure.gradeOf(counts) * 10) / 10
}

function countText(text: string, { vowels = /$^/g, silentEnd = /$^/ }: ReadingMeasure): TextCounts {
  // Where sentences end with 。, the rest is headings and lists. Their nouns count in a Japanese formula for prose as hard sentences.
  const prose = text.includes('。') ? (text.match(/[^。\n]+。/g) ?? []).join('') : text
  const sentences = prose
    .replace(ADDRESS, '')
    .split(SENTENCE_END)
    .map((sentence) => [sentence, sentence.match(WORD) ?? []] as const)
    .filter(([, words]) => words.length > 0)
  const words = sentences.flatMap(([, words]) => words)
  const letters = words.map((word) => word.match(LETTER)?.length ?? 0)
  const syllables = words.map((word) => Math.max(1, word.toLowerCase().replace(silentEnd, '').match(vowels)?.length ?? 0))
  const count = (pattern: RegExp) => sentences.reduce((sum, [sentence]) => sum + (sentence.match(pattern)?.length ?? 0), 0)
  return {
    letters: sum(letters),
    syllables: sum(syllables),
    words: words.length,
    sentences: Math.max(1, sentences.length),
    clauses: Math.max(1, sentences.length) + count(COMMA),
    hiragana: count(HIRAGANA),
  }
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}
