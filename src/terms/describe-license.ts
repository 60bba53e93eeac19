import type { Agreement, Purpose } from '../core/agreement.ts'
import { purposeLabel, tagLabel } from './values.ts'
import { isolateValue, listValues, type TemplateWords } from './words.ts'

/** Writes the sentence that names the company, the data and some purposes of an agreement: its description when the app writes none. */
export function describeLicense(
  { company, tags, tagLabels }: Pick<Agreement, 'company' | 'tags' | 'tagLabels'>,
  purposes: readonly Purpose[],
  words: TemplateWords,
): string {
  const data = tags.map((tag) => tagLabel(tag, words, tagLabels))
  const names = purposes.map((purpose) => purposeLabel(purpose, words))
  return words.description(isolateValue(company.name, words), listValues(data, words), listValues(names, words))
}
