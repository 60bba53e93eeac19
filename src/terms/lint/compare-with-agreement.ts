import type { Agreement } from '../../core/agreement.ts'
import type { Duration } from '../../core/duration.ts'
import type { LintFinding } from '../../core/errors.ts'
import { textIn } from '../../core/localized-text.ts'
import { USECASES } from '../../core/usecases.ts'
import { WILDCARD } from '../../core/words.ts'
import type { Template } from '../template.ts'
import { formatLastDay, purposeLabel, recipientLabel, recipientsOf, tagLabel } from '../values.ts'
import { formatDuration, type TemplateWords } from '../words.ts'
import type { MakeFinding } from './finding.ts'
import type { LintWords } from './lint-words.ts'

/** Finds what the text names and the agreement does not have, and the other way round. `lowerText` is the text without marks, in lower case. */
export function compareWithAgreement(
  lowerText: string,
  agreement: Agreement & { readonly template?: Template | undefined },
  rules: LintWords | undefined,
  findingOf: MakeFinding,
): LintFinding[] {
  const words = agreement.template?.words
  const found: LintFinding[] = []
  const usecases = agreement.purposes.map((one) => one.usecase)
  const others = withoutLabels(lowerText, agreement, words)
  for (const usecase of USECASES) {
    if (usecases.includes(usecase) || usecases.includes(WILDCARD) || !rules?.uses[usecase].test(others)) continue
    found.push(
      findingOf(
        'use_not_in_record',
        'error',
        `The text names the use ${usecase}, which the agreement does not have.`,
        `Add ${usecase} to purposes, or remove it from the text.`,
      ),
    )
  }
  for (const one of words ? missingWords(lowerText, agreement, words) : []) {
    found.push(
      findingOf(
        'use_not_in_prose',
        'error',
        `The agreement has “${one}”, which the text does not name. People would permit what they did not read.`,
        `Add “${one}” to the text. The lists of a template, such as {{#purposes}}, name everything.`,
      ),
    )
  }
  if (agreement.expiry === null) {
    found.push(
      findingOf(
        'no_expiry',
        'warning',
        'The license has no end date, so people may forget their permission.',
        'Set expiry to a duration such as { months: 12 }, or to a date. Licet asks again when it comes.',
      ),
    )
  }
  return found
}

function missingWords(lowerText: string, agreement: Agreement, words: TemplateWords): string[] {
  const named = [
    ...agreement.tags.map((tag) => tagLabel(tag, words, agreement.tagLabels)),
    ...agreement.purposes.map((one) => purposeLabel(one, words)),
    ...recipientsOf(agreement.purposes).map((destination) => recipientLabel(destination, words)),
    ...(agreement.expiry === null ? [] : [nameEnd(agreement.expiry, words)]),
  ]
  return named.filter((one) => !lowerText.includes(one.toLowerCase()))
}

function nameEnd(expiry: string | Duration, words: TemplateWords): string {
  return typeof expiry === 'string' ? formatLastDay(expiry, words) : formatDuration(expiry, words)
}

// Ignores the words of the agreement itself, because a company may be named after a use.
function withoutLabels(lowerText: string, agreement: Agreement, words: TemplateWords | undefined): string {
  const own = [
    agreement.company.name,
    agreement.description,
    agreement.compensation ?? '',
    ...agreement.purposes.flatMap((one) => [
      textIn(one.description ?? '', agreement.locale),
      words ? purposeLabel(one, words) : '',
    ]),
    ...(words ? Object.keys(agreement.tagLabels ?? {}).map((tag) => tagLabel(tag, words, agreement.tagLabels)) : []),
  ]
  return own.filter((one) => one !== '').reduce((text, one) => text.split(one.toLowerCase()).join(' '), lowerText)
}
