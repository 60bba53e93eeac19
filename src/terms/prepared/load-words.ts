import { words as en } from '../languages/en/words.ts'
import { translationOf } from '../translations.ts'
import type { TemplateWords } from '../words.ts'
import type { PreparedTemplate } from './prepared-agreement.ts'

/** Loads the words of a prepared agreement: those of Licet in its language, or the words that the agreement contains. */
export async function loadWords({ locale, texts }: PreparedTemplate): Promise<TemplateWords> {
  if (texts !== undefined) return (await import('../language-texts.ts')).createTemplateWords(locale, texts, texts)
  const module = await translationOf(locale, 'rewards')?.()
  return module?.default.words ?? en
}
