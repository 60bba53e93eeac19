import { createTheme } from '../../../src/theme/index.ts'
import { readKeptTheme } from '../kept-theme.ts'
import { type TermsDraft, toAgreementTexts, versionOf } from '../terms/draft.ts'
import { isShippedWording, localesOf, templateName, wordingOf } from '../terms/template-library.ts'
import type { HandedTerms, HandOver } from './write-hand-over.ts'

/** Returns what the workshop has for a developer: the kept theme, and the terms of a draft in the chosen languages. */
export function collectHandOver(draft: TermsDraft, locales: readonly string[] = localesOf(draft), madeAt = new Date()): HandOver {
  const terms = locales.map(
    (locale): HandedTerms => ({
      locale,
      agreement: toAgreementTexts(draft, locale),
      template: isShippedWording(draft)
        ? draft.template
        : { name: templateName(draft), version: versionOf(draft), markdown: wordingOf(draft, locale) },
    }),
  )
  return { theme: readKeptTheme() ?? createTheme({}), terms, madeAt }
}
