import { type DraftContent, type DraftTexts, FIRST_DRAFT, textsIn } from './draft.ts'
import { localesOf } from './template-library.ts'

/** The texts that differ between languages, as the form names them. */
const NAMES = { subject: 'data in the title', compensation: 'reward', jurisdiction: 'law' } as const satisfies Partial<
  Record<keyof DraftTexts, string>
>

/** A language whose texts still belong to the sample company. */
export interface SampleTexts {
  readonly locale: string
  readonly names: readonly string[]
}

/** Returns the texts of the sample company that were changed in another language only. The languages would promise different things. */
export function sampleTextsOf(draft: DraftContent): readonly SampleTexts[] {
  const locales = localesOf(draft)
  const isSample = (name: keyof typeof NAMES, locale: string) =>
    (textsIn(draft, locale)[name] ?? '') === (textsIn(FIRST_DRAFT, locale)[name] ?? '')
  const fields = (Object.keys(NAMES) as (keyof typeof NAMES)[]).filter((name) => !locales.every((one) => isSample(name, one)))
  return locales
    .map((locale) => ({ locale, names: fields.filter((name) => isSample(name, locale)).map((name) => NAMES[name]) }))
    .filter(({ names }) => names.length > 0)
}

/** Returns the warning for a language. */
export function describeSample(language: string, { names }: SampleTexts): string {
  const list = new Intl.ListFormat('en').format(names)
  return `${language} still has the ${list} of the sample company, and another language does not.`
}
