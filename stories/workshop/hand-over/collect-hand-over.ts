import { readKeptChoices, toTheme } from '../kept-theme.ts'
import { type TermsDraft, toAgreementTexts, versionOf } from '../terms/draft.ts'
import { isShippedWording, localesOf, templateName, wordingOf } from '../terms/template-library.ts'
import type { HandedScheme, HandedTerms, HandOver } from './write-hand-over.ts'

/** What a person chose for the file. */
export interface HandOverChoices {
  /** Default: all languages of the draft. */
  readonly locales?: readonly string[]
  /** Default: as the device. */
  readonly scheme?: HandedScheme
  /** Default: today. */
  readonly madeAt?: Date
}

/** Returns what the workshop has for a developer: the kept theme, and the terms of a draft in the chosen languages. */
export function collectHandOver(draft: TermsDraft, choices: HandOverChoices = {}): HandOver {
  const { locales = localesOf(draft), scheme = 'system', madeAt = new Date() } = choices
  const terms = locales.map(
    (locale): HandedTerms => ({
      locale,
      agreement: toAgreementTexts(draft, locale),
      template: isShippedWording(draft)
        ? draft.template
        : { name: templateName(draft), version: versionOf(draft), markdown: wordingOf(draft, locale) },
    }),
  )
  const kept = readKeptChoices() ?? {}
  return { theme: toTheme(kept), logo: kept.logo, scheme, terms, madeAt }
}
