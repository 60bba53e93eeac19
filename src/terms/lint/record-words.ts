import { textIn } from '../../core/localized-text.ts'
import { tagNames as ar } from '../../core/tag-names/ar.ts'
import { tagNames as de } from '../../core/tag-names/de.ts'
import { tagNames as en } from '../../core/tag-names/en.ts'
import { tagNames as es } from '../../core/tag-names/es.ts'
import { tagNames as fr } from '../../core/tag-names/fr.ts'
import { tagNames as he } from '../../core/tag-names/he.ts'
import { tagNames as ja } from '../../core/tag-names/ja.ts'
import { tagNames as ptBR } from '../../core/tag-names/pt-BR.ts'
import type { KnownTag } from '../../core/tags.ts'
import { usecaseNames as arUses } from '../../core/usecase-names/ar.ts'
import { usecaseNames as deUses } from '../../core/usecase-names/de.ts'
import { usecaseNames as enUses } from '../../core/usecase-names/en.ts'
import { usecaseNames as esUses } from '../../core/usecase-names/es.ts'
import { usecaseNames as frUses } from '../../core/usecase-names/fr.ts'
import { usecaseNames as heUses } from '../../core/usecase-names/he.ts'
import { usecaseNames as jaUses } from '../../core/usecase-names/ja.ts'
import { usecaseNames as ptBRUses } from '../../core/usecase-names/pt-BR.ts'
import type { KnownUsecase } from '../../core/usecases.ts'
import { toReadable } from '../../core/words.ts'
import type { Judged } from './judged.ts'

const TAGS: Readonly<Record<string, Readonly<Record<KnownTag, string>>>> = { ar, de, en, es, fr, he, ja, pt: ptBR }
const USES: Readonly<Record<string, Readonly<Record<KnownUsecase, string>>>> = {
  ar: arUses,
  de: deUses,
  en: enUses,
  es: esUses,
  fr: frUses,
  he: heUses,
  ja: jaUses,
  pt: ptBRUses,
}

/** Returns the name of a kind of data in the language of a text. */
export function tagNameOf({ locale, agreement }: Judged, tag: string): string {
  const label = agreement?.tagLabels?.[tag]
  return label === undefined ? nameIn(TAGS[languageOf(locale)], tag) : textIn(label, locale)
}

/** Returns the name of a purpose in the language of a text. */
export function usecaseNameOf({ locale, agreement }: Judged, usecase: string): string {
  const label = agreement?.purposes.find((one) => one.usecase === usecase)?.label
  return label === undefined ? nameIn(USES[languageOf(locale)], usecase) : textIn(label, locale)
}

function nameIn(names: Readonly<Record<string, string>> | undefined, word: string): string {
  return names !== undefined && Object.hasOwn(names, word) ? (names[word] ?? word) : toReadable(word)
}

function languageOf(locale: string): string {
  return locale.split('-')[0] ?? ''
}

/** Returns a text as it is compared with others: lower case, without marks and with single spaces. */
export function squash(text: string): string {
  return text
    .toLowerCase()
    .replace(/[\u2018\u2019]/g, "'")
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
