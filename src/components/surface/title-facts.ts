import type { Agreement } from '../../core/agreement.ts'
import { type LocalizedText, textIn } from '../../core/localized-text.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { isSameLanguage } from '../../terms/by-language.ts'
import type { ViewFacts } from './view-title.ts'

/** Above this number of kinds of data, the question names only "your data". */
const MAX_NAMED = 2

/** Returns the question of an agreement, or what the data is: the subject of the agreement, or one or two kinds of data. */
export function titleFacts({ title, subject, tags, locale }: Agreement, t: Translator): Pick<ViewFacts, 'title' | 'data'> {
  const isFew = tags.length > 0 && tags.length <= MAX_NAMED && !tags.includes(WILDCARD)
  const data = textFor(subject, locale, t) ?? (isFew ? t.list(tags.map(t.tag)) : undefined)
  return { title: textFor(title, locale, t), data }
}

/** Returns a text in the language of the interface, if there is one. A text without a tag is in the language of the terms. */
function textFor(text: LocalizedText | undefined, terms: string, { locale }: Translator): string | undefined {
  const languages = typeof text === 'object' ? Object.keys(text) : [terms]
  return text !== undefined && languages.some((one) => isSameLanguage(one, locale)) ? textIn(text, locale) : undefined
}
