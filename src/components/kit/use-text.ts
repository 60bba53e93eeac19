'use client'

import { useContext } from 'react'
import { en } from '../../locales/en.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { createTranslator, type Translator } from '../../locales/format/translator.ts'
import { SettingsContext } from '../../react/context.ts'

const ENGLISH = createTranslator(en, 'en')
// One translator for each catalog and language: its Intl formatters are made once, and a memoised part sees the same value.
const made = new WeakMap<Messages, Map<string, Translator>>()

/** The texts of the interface, in the provider's language; English where there is no provider or no catalog. */
export function useText(): Translator {
  const settings = useContext(SettingsContext)
  return settings?.messages === undefined ? ENGLISH : translatorOf(settings.messages, settings.locale)
}

function translatorOf(messages: Messages, locale: string): Translator {
  const byLocale = made.get(messages) ?? new Map<string, Translator>()
  made.set(messages, byLocale)
  // What a catalog of JavaScript leaves out is English.
  const translator = byLocale.get(locale) ?? createTranslator({ ...en, ...messages }, locale)
  byLocale.set(locale, translator)
  return translator
}
