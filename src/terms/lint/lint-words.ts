import type { KnownUsecase } from '../../core/usecases.ts'
import { byLanguage, inLanguage } from '../by-language.ts'

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
}

const BY_LANGUAGE = byLanguage(import.meta.glob<LintWords>('../languages/*/lint-words.ts', { eager: true, import: 'lintWords' }))

/** Returns the patterns of a language, or `undefined` for an unknown one. */
export function lintWordsOf(locale: string): LintWords | undefined {
  return inLanguage(BY_LANGUAGE, locale)
}
