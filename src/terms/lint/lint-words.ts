import { usecasePatterns as arPatterns } from '../../core/usecase-names/ar.ts'
import { usecasePatterns as enPatterns } from '../../core/usecase-names/en.ts'
import { usecasePatterns as esPatterns } from '../../core/usecase-names/es.ts'
import type { KnownUsecase } from '../../core/usecases.ts'

/** The patterns of the linter in one language. They match lower-case text without Markdown. */
export interface LintWords {
  /** Phrases besides its name by which the linter finds a use case in the text. */
  readonly uses: Readonly<Record<KnownUsecase, RegExp>>
  readonly withdrawal: RegExp
  /** Phrases that permit any recipient. */
  readonly everyone: RegExp
  /** Phrases that threaten a loss or shame a choice. */
  readonly pressing: RegExp
  /** A reference such as `section 7`. The first group is the number. */
  readonly reference: RegExp
  /** Returns the school grade of a text. */
  readonly grade: (counts: TextCounts) => number
  readonly vowels: RegExp
}

/** Counts of a text. */
export interface TextCounts {
  readonly letters: number
  readonly syllables: number
  readonly words: number
  readonly sentences: number
}

const en: LintWords = {
  uses: enPatterns,
  withdrawal: /\bwithdraw|\brevoke|\btake back|\bopt out/,
  everyone: /\bany (?:company|person|third part)|\banyone\b|\bthird parties of our choice\b/,
  pressing:
    /\bmiss(?:ing)? out\b|\blos(?:e|ing)\b|\bgiv(?:e|ing) up\b|\bi (?:don['’]t|do not) (?:care|want|like|need)\b|\bi hate\b|\bback off\b|\bregret\b|\bselfish\b|\blet (?:us|them|everyone) down\b|\bno thanks,/,
  reference: /\b(?:section|clause|article|paragraph)\s+(\d+)/,
  // Flesch and Kincaid, 1975.
  grade: ({ syllables, words, sentences }) => 0.39 * (words / sentences) + 11.8 * (syllables / words) - 15.59,
  vowels: /[aeiouy]+/g,
}

const es: LintWords = {
  uses: esPatterns,
  withdrawal: /\bretira|\brevoca|\bdesist/,
  everyone: /\bcualquier (?:empresa|persona|tercero)|\bterceros de nuestra elección\b/,
  pressing:
    /\bperder|\bpierd|\brenunci|\bno (?:me importa|quiero|necesito)\b|\bme da igual\b|\bodio\b|\bme arrepent|\begoísta\b|\bno, gracias,/,
  reference: /\b(?:sección|cláusula|artículo|apartado)\s+(\d+)/,
  // Crawford, 1984, made for Spanish.
  grade: ({ syllables, words, sentences }) => -0.205 * ((100 * sentences) / words) + 0.049 * ((100 * syllables) / words) - 3.407,
  vowels: /[aeiouáéíóúü]+/g,
}

const ar: LintWords = {
  uses: arPatterns,
  withdrawal: /سحب|تسحب|إلغاء الموافقة/,
  everyone: /أي شركة|أي شخص|أي طرف ثالث/,
  pressing: /لا يهمني|لا أريد|سأخسر|خسارة|تفويت|أفوت|سأندم|أناني/,
  reference: /(?:البند|القسم|المادة)\s+(\d+)/,
  // The automated readability index. It needs no syllables, and Arabic writes few of its vowels.
  grade: ({ letters, words, sentences }) => 4.71 * (letters / words) + 0.5 * (words / sentences) - 21.43,
  vowels: /[اوي]/g,
}

const BY_LANGUAGE: ReadonlyMap<string, LintWords> = new Map(Object.entries({ en, es, ar }))

/** Returns the patterns of a language, or `undefined` for an unknown one. */
export function lintWordsOf(locale: string): LintWords | undefined {
  return BY_LANGUAGE.get(locale.split('-')[0] ?? '')
}
