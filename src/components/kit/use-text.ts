'use client'

import { useContext } from 'react'
import { en } from '../../locales/en.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { createTranslator, type Translator } from '../../locales/format/translator.ts'
import { SettingsContext } from '../../react/context.ts'

const ENGLISH = createTranslator(en, 'en')
// One translator for each catalog and language: Intl formatters are costly to create, and memoized parts need a stable value.
const translators = new WeakMap<Messages, Map<string, Translator>>()

/** Returns the interface texts in the language of the provider, or in English without a provider or catalog. */
export function useText(): Translator {
  const settings = useContext(SettingsContext)
  return settings?.messages === undefined ? ENGLISH : translatorOf(settings.messages, settings.locale)
}

function translatorOf(messages: Messages, locale: string): Translator {
  const byLocale = translators.get(messages) ?? new Map<string, Translator>()
  translators.set(messages, byLocale)
  // A catalog written in JavaScript may lack messages: those are English.
  const translator = byLocale.get(locale) ?? createTranslator({ ...en, ...messages }, locale)
  byLocale.set(locale, translator)
  return translator
}
