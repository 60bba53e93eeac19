import { isJsonObject } from '../core/json.ts'
import type { LocalizedText } from '../core/localized-text.ts'
import type { KnownTag } from '../core/tags.ts'
import type { CustomWord } from '../core/words.ts'
import { MAX_NAME_CHARS } from './agreement-input.ts'
import { checkLocalized, checkMembers } from './check-value.ts'
import { checkKnown, checkList, checkWord, twice } from './check-words.ts'

/** Checked kinds of data, with the names that the agreement gives them. */
export interface CheckedTags {
  readonly tags: readonly (KnownTag | CustomWord)[]
  readonly tagLabels: Readonly<Record<string, LocalizedText>> | undefined
}

/** Checks the kinds of data: words, or objects of a word with its name. `labels`: the names in an agreement that was checked before. */
export function checkTags(input: unknown, labels: unknown, known: readonly KnownTag[]): CheckedTags {
  const named = new Map<string, LocalizedText>()
  for (const [tag, label] of Object.entries(isJsonObject(labels) ? labels : {}))
    named.set(tag, checkLocalized(label, `tagLabels.${tag}`, MAX_NAME_CHARS))
  const tags = checkList(input, 'tags').map((one, at) => {
    const field = `tags[${at}]`
    if (!isJsonObject(one)) return checkKnown(checkWord(one, field), known, field)
    const { tag, label } = checkMembers(one, `${field}.`, { tag: checkWord(one.tag, `${field}.tag`), label: one.label })
    if (label !== undefined) named.set(tag, checkLocalized(label, `${field}.label`, MAX_NAME_CHARS))
    // Without a label, an unknown word is probably a typo.
    return named.has(tag) ? (tag as CustomWord) : checkKnown(tag, known, `${field}.tag`)
  })
  tags.forEach((tag, at) => {
    if (tags.indexOf(tag) !== at) throw twice(`tags[${at}]`, tag)
  })
  return { tags, tagLabels: named.size === 0 ? undefined : Object.fromEntries(named) }
}
