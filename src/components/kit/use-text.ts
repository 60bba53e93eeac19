'use client'

import { useContext, useMemo } from 'react'
import { en } from '../../locales/en.ts'
import { blankTranslator } from '../../locales/format/blank-translator.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { createTranslator, type Translator } from '../../locales/format/translator.ts'
import { type Labelled, withLabels } from '../../locales/format/with-labels.ts'
import { SettingsContext } from '../../react/provider/context.ts'

const ENGLISH = createTranslator(en, 'en')
// One translator for each catalog and language: Intl formatters are costly to create, and memoized parts need a stable value.
const translators = new WeakMap<Messages, Map<string, Translator>>()

/**
 * Returns the interface texts in the language of the provider, or in English without a provider or catalog. Each text is blank while the
 * words of the language load.
 *
 * @param agreement Use cases and kinds of data have the names that this agreement gives them.
 */
export function useText(agreement?: Labelled): Translator {
  const { messages, locale = 'en', unavailableTerms } = useContext(SettingsContext) ?? {}
  return useMemo(() => {
    if (unavailableTerms?.status === 'pending') return blankTranslator(locale)
    const language = messages === undefined ? 'en' : locale
    const labelled = agreement && withLabels(messages ?? en, agreement, language)
    if (labelled !== undefined && labelled !== (messages ?? en)) return createTranslator({ ...en, ...labelled }, language)
    return messages === undefined ? ENGLISH : translatorOf(messages, locale)
  }, [messages, locale, agreement, unavailableTerms])
}

function translatorOf(messages: Messages, locale: string): Translator {
  const byLocale = translators.get(messages) ?? new Map<string, Translator>()
  translators.set(messages, byLocale)
  // A catalog written in JavaScript may lack messages: those are English.
  const translator = byLocale.get(locale) ?? createTranslator({ ...en, ...messages }, locale)
  byLocale.set(locale, translator)
  return translator
}
