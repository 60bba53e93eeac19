'use client'

import { en } from '../../locales/en.ts'
import { createTranslator, type Translator } from '../../locales/format/translator.ts'

const ENGLISH = createTranslator(en, 'en')

/** The texts of the interface's language. */
export function useText(): Translator {
  return ENGLISH
}
