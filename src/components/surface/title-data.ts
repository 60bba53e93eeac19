import type { Agreement } from '../../core/agreement.ts'
import { textIn } from '../../core/localized-text.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { isSameLanguage } from '../summary/readable-purposes.ts'

/** Above this number of kinds of data, the question names only "your data". */
const MAX_NAMED = 2

/** Returns what the data is, for the question: the subject of the agreement, or one or two kinds of data. `undefined` for more. */
export function titleData({ subject, tags, locale }: Agreement, t: Translator): string | undefined {
  // A subject in one text is in the language of the terms.
  if (subject !== undefined && (typeof subject !== 'string' || isSameLanguage(locale, t.locale))) return textIn(subject, t.locale)
  const isFew = tags.length > 0 && tags.length <= MAX_NAMED && !tags.includes(WILDCARD)
  return isFew ? t.list(tags.map(t.tag)) : undefined
}
