import type { Purpose } from '../core/agreement.ts'
import { isJsonObject } from '../core/json.ts'
import type { Usecase } from '../core/usecases.ts'
import { MAX_NAME_CHARS, MAX_TEXT_CHARS } from './agreement-input.ts'
import { checkLocalized, checkMembers, misconfigured } from './check-value.ts'
import { checkKnown, checkList, checkWord, checkWords, twice } from './check-words.ts'

/**
 * Checks the purposes of an agreement, and gives purposes without destinations the destinations of the agreement. `known`: the use cases
 * with a label.
 */
export function checkPurposes(input: unknown, destinations: readonly string[], known: readonly string[]): readonly Purpose[] {
  const purposes = checkList(input, 'purposes').map((one, at) => checkPurpose(one, `purposes[${at}]`, destinations, known))
  purposes.forEach(({ usecase }, at) => {
    if (purposes.findIndex((other) => other.usecase === usecase) !== at) throw twice(`purposes[${at}]`, usecase)
  })
  return purposes
}

function checkPurpose(input: unknown, field: string, destinations: readonly string[], known: readonly string[]): Purpose {
  if (typeof input === 'string') return { usecase: toUsecase(checkKnown(input, known, field)), destinations, necessary: true }
  if (!isJsonObject(input)) throw misconfigured(field, 'is not a purpose', 'Set it to a use case, or to { usecase, … }.')
  const label = input.label
  const usecase = String(input.usecase)
  const necessary = input.necessary ?? false
  if (typeof necessary !== 'boolean')
    throw misconfigured(`${field}.necessary`, 'is neither true nor false', 'Set it to true or false.')
  return checkMembers(input, `${field}.`, {
    // Without a label, an unknown word is probably a typo.
    usecase: toUsecase(
      label === undefined ? checkKnown(usecase, known, `${field}.usecase`) : checkWord(usecase, `${field}.usecase`),
    ),
    destinations: input.destinations === undefined ? destinations : checkDestinations(input.destinations, `${field}.destinations`),
    necessary,
    label: label === undefined ? undefined : checkLocalized(label, `${field}.label`, MAX_NAME_CHARS),
    description:
      input.description === undefined ? undefined : checkLocalized(input.description, `${field}.description`, MAX_TEXT_CHARS),
  })
}

// Safe: the word is checked. `Register` knows the custom words of the agreement only at compile time.
function toUsecase(word: string): Usecase {
  return word as Usecase
}

/** Checks a list of host names. */
export function checkDestinations(input: unknown, field: string): readonly string[] {
  const destinations = checkWords(input, field)
  destinations.forEach((destination, at) => {
    if (destination.includes('/'))
      throw misconfigured(`${field}[${at}]`, 'is a URL', 'Write only the host, such as data.example.com.')
  })
  return destinations
}
