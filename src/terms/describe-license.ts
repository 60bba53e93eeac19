import type { Agreement, Purpose } from '../core/agreement.ts'
import { MAX_TEXT_CHARS } from './agreement-input.ts'
import { purposeLabel, tagLabel } from './values.ts'
import { isolateValue, listValues, type TemplateWords } from './words.ts'

/**
 * Writes the sentence with the company, the data and some purposes of an agreement: its description when the app writes none.
 *
 * If it would be longer than a description may be, it ends each list early, with `…`. Terms and record name all of them.
 */
export function describeLicense(
  { company, tags, tagLabels }: Pick<Agreement, 'company' | 'tags' | 'tagLabels'>,
  purposes: readonly Purpose[],
  words: TemplateWords,
): string {
  const data = tags.map((tag) => tagLabel(tag, words, tagLabels))
  const names = purposes.map((purpose) => purposeLabel(purpose, words))
  const name = isolateValue(company.name, words)
  const describe = (count: number) =>
    words.description(name, listValues(firstOf(data, count), words), listValues(firstOf(names, count), words))
  let count = Math.max(data.length, names.length)
  while (count > 1 && describe(count).length > MAX_TEXT_CHARS) count--
  return describe(count)
}

function firstOf(values: readonly string[], count: number): readonly string[] {
  return values.length > count ? [...values.slice(0, count), '…'] : values
}
