import type { Agreement, Company, Purpose } from '../core/agreement.ts'
import { isJsonObject } from '../core/json.ts'
import { MAX_LISTED } from '../core/limits.ts'
import { type KnownTag, type KnownUsecase, type Usecase, WILDCARD, WORD } from '../core/vocabulary.ts'
import { checkMoment, checkText, checkUrl, misconfigured } from './check-value.ts'
import { nearestWord } from './nearest-word.ts'
import type { Template } from './template.ts'
import rewards from './templates/en/rewards.md'
import { purposeLabel, tagLabel } from './values.ts'

/** A use case as a developer writes it: a known word, `*` for all, or a word of their own, which begins with `x-`. */
type UsecaseInput = KnownUsecase | typeof WILDCARD | OwnWord

/** A word of the developer's own. */
type OwnWord = `x-${string}`

/** A kind of data as a developer writes it: a known word, or one of their own, which begins with `x-`. */
type TagInput = KnownTag | OwnWord

/** What a purpose may say beside its use case. */
interface PurposeOptions {
  /** Default: the destinations of the agreement. */
  readonly destinations?: readonly string[] | undefined
  /** Default `false`: a choice of its own, off until the person turns it on. */
  readonly necessary?: boolean | undefined
  /** One plain sentence, in the language of the terms, about what you do. */
  readonly description?: string | undefined
}

/**
 * A purpose as a developer writes it: the use case alone (then it is necessary), or with what differs from the default. With a `label` the
 * use case may be any word. What {@link defineAgreement} returned is taken as it is.
 */
export type PurposeInput =
  | UsecaseInput
  | (PurposeOptions & { readonly usecase: UsecaseInput; readonly label?: string | undefined })
  | (PurposeOptions & { readonly usecase: Usecase; readonly label: string })
  | Purpose

/** What a developer writes to ask for a data license. */
export interface AgreementInput {
  /** Who asks: the name that people know, and two https addresses. */
  readonly company: Company
  /** The law that applies, in words: `Ireland`. */
  readonly jurisdiction: string
  /** What the person gets, in words; `null`: no reward. */
  readonly compensation: string | null
  /** RFC 3339 in UTC; `null`: no end date. */
  readonly expiry: string | null
  /** One sentence that says what the license is for. Default: made from company, data and necessary purposes. */
  readonly description?: string | undefined
  /** The kinds of data. Default: `purchase_history`, `physical_receipt`, `email_receipt`. A word of your own begins with `x-`. */
  readonly tags?: readonly TagInput[] | undefined
  /** What the data may be used for: a bare word is necessary, an object is a choice. Default: `analytics` and `attribution`, both necessary. */
  readonly purposes?: readonly PurposeInput[] | undefined
  /** Who receives the data, as host names, for each purpose that does not say. Default: the host of `company.privacyUrl`. */
  readonly destinations?: readonly string[] | undefined
  /** The wording of the terms, and with it their language: from `licet/templates/*` or `parseTemplate()`. Default: the rewards data license in English. */
  readonly template?: Template | undefined
}

/** An agreement that was checked, with the wording that goes with it. */
export interface DefinedAgreement extends Agreement {
  /** The kinds of data. */
  readonly tags: readonly TagInput[]
  /** The wording of the terms, and with it their language. */
  readonly template: Template
}

const DEFAULT_TAGS: readonly KnownTag[] = ['purchase_history', 'physical_receipt', 'email_receipt']
const DEFAULT_PURPOSES: readonly Usecase[] = ['analytics', 'attribution']
const MAX_NAME_CHARS = 200
const MAX_TEXT_CHARS = 1000

/**
 * Checks what a developer wrote and fills in the defaults. From the result come the terms, the summary and the license request, so the
 * words and the record cannot disagree. Accepts its own result.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` at fault and the mend.
 * @example
 * const agreement = defineAgreement({
 *   company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
 *   jurisdiction: 'Ireland',
 *   compensation: '10 points for each receipt',
 *   expiry: null,
 * })
 */
export function defineAgreement(input: AgreementInput): DefinedAgreement {
  if (!isObject(input)) throw misconfigured('agreement', 'is missing', 'Set it to { company, jurisdiction, compensation, expiry }.')
  const template = checkTemplate(input.template ?? rewards)
  const { words } = template
  const company = checkCompany(input.company)
  const tags = checkWords(input.tags ?? DEFAULT_TAGS, 'tags').map((tag, at) => checkKnown(tag, namesOf(words.tags), `tags[${at}]`))
  const destinations = checkDestinations(input.destinations ?? [new URL(company.privacyUrl).host], 'destinations')
  const purposes = checkPurposes(input.purposes ?? DEFAULT_PURPOSES, destinations, [...namesOf(words.usecases), WILDCARD])
  const description =
    input.description === undefined
      ? words.description(
          company.name,
          words.list(tags.map((tag) => tagLabel(tag, words))),
          // Only what agreeing gives: a purpose that is off until it is turned on is none of it.
          words.list(purposes.filter(({ necessary }) => necessary).map((purpose) => purposeLabel(purpose, words))),
        )
      : checkText(input.description, 'description', MAX_TEXT_CHARS)
  return checkMembers(input, '', {
    locale: template.locale,
    company,
    description,
    tags,
    purposes,
    expiry: orNull(input.expiry, 'expiry', checkMoment),
    compensation: orNull(input.compensation, 'compensation', (value, field) => checkText(value, field, MAX_TEXT_CHARS)),
    jurisdiction: checkText(input.jurisdiction, 'jurisdiction', MAX_NAME_CHARS),
    template,
  })
}

// With `purpose` for `purposes` people would be asked for what is asked by default. What is near to no member is the host's own.
function checkMembers<Checked extends object>(input: object, path: string, checked: Checked): Checked {
  const known = ['destinations', ...Object.keys(checked)]
  for (const name of Object.keys(input)) {
    const near = known.includes(name) ? undefined : nearestWord(name, known)
    if (near !== undefined) throw misconfigured(path + name, 'is no known word', `Did you mean ${JSON.stringify(near)}?`)
  }
  return checked
}

function checkTemplate(template: unknown): Template {
  if (!isTemplate(template))
    throw misconfigured('template', 'is no template', 'Import one from licet/templates, or make one with parseTemplate().')
  return template
}

function isTemplate(value: unknown): value is Template {
  return isObject(value) && typeof value.locale === 'string' && Array.isArray(value.tree) && isObject(value.words)
}

function checkCompany(company: unknown): Company {
  if (!isObject(company)) throw misconfigured('company', 'is missing', 'Set it to { name, termsUrl, privacyUrl }.')
  return checkMembers(company, 'company.', {
    name: checkText(company.name, 'company.name', MAX_NAME_CHARS),
    termsUrl: checkUrl(company.termsUrl, 'company.termsUrl'),
    privacyUrl: checkUrl(company.privacyUrl, 'company.privacyUrl'),
    address: checkOptional(company.address, 'company.address', MAX_NAME_CHARS),
    contact: checkOptional(company.contact, 'company.contact', MAX_NAME_CHARS),
  })
}

function checkOptional(value: unknown, field: string, maxLength: number): string | undefined {
  return value === undefined ? undefined : checkText(value, field, maxLength)
}

function checkPurposes(input: unknown, destinations: readonly string[], known: readonly string[]): readonly Purpose[] {
  const purposes = checkList(input, 'purposes').map((one, at) => checkPurpose(one, `purposes[${at}]`, destinations, known))
  purposes.forEach(({ usecase }, at) => {
    if (purposes.findIndex((other) => other.usecase === usecase) !== at) throw twice(`purposes[${at}]`, usecase)
  })
  return purposes
}

function checkPurpose(input: unknown, field: string, destinations: readonly string[], known: readonly string[]): Purpose {
  if (typeof input === 'string') return { usecase: checkKnown(input, known, field), destinations, necessary: true }
  if (!isObject(input)) throw misconfigured(field, 'is no purpose', 'Set it to a use case, or { usecase, … }.')
  const label = input.label
  const usecase = String(input.usecase)
  const necessary = input.necessary ?? false
  if (typeof necessary !== 'boolean') throw misconfigured(`${field}.necessary`, 'is neither true nor false', 'Set it to one.')
  return checkMembers(input, `${field}.`, {
    // A label says that the word is meant as it is; without one, a word that nobody knows is more likely a slip.
    usecase: label === undefined ? checkKnown(usecase, known, `${field}.usecase`) : checkWord(usecase, `${field}.usecase`),
    destinations: input.destinations === undefined ? destinations : checkDestinations(input.destinations, `${field}.destinations`),
    necessary,
    label: checkOptional(label, `${field}.label`, MAX_NAME_CHARS),
    description: checkOptional(input.description, `${field}.description`, MAX_TEXT_CHARS),
  })
}

function checkDestinations(input: unknown, field: string): readonly string[] {
  const destinations = checkWords(input, field)
  destinations.forEach((destination, at) => {
    if (destination.includes('/'))
      throw misconfigured(`${field}[${at}]`, 'is an address', 'Write the host alone, such as data.example.com.')
  })
  return destinations
}

function checkWords(input: unknown, field: string): readonly string[] {
  return checkList(input, field).map((word, at, words) => {
    if (words.indexOf(word) !== at) throw twice(`${field}[${at}]`, String(word))
    return checkWord(word, `${field}[${at}]`)
  })
}

function checkList(input: unknown, field: string): readonly unknown[] {
  if (Array.isArray(input) && input.length > 0 && input.length <= MAX_LISTED) return input
  throw misconfigured(field, `is empty, no list, or longer than ${MAX_LISTED}`, 'List at least one.')
}

function checkWord(word: unknown, field: string): string {
  if (typeof word === 'string' && WORD.test(word) && word === word.normalize('NFC')) return word
  throw misconfigured(field, 'is no word of 1 to 128 characters without blanks', 'Write it like purchase_history.')
}

function checkKnown<Known extends string>(word: string, known: readonly Known[], field: string): Known | OwnWord {
  const found = known.find((one) => one === word)
  if (found !== undefined) return found
  if (isOwnWord(word)) {
    checkWord(word, field)
    return word
  }
  const near = nearestWord(word, known)
  const fix = near === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean ${JSON.stringify(near)}?`
  throw misconfigured(field, `is ${JSON.stringify(word)}, which is no known word`, `${fix} A word of your own begins with x-.`)
}

function isOwnWord(word: string): word is OwnWord {
  return /^x-./.test(word)
}

function orNull(value: unknown, field: string, check: (value: unknown, field: string) => string): string | null {
  if (value === undefined) throw misconfigured(field, 'is missing', 'Set it, or set it to null to say that there is none.')
  return value === null ? null : check(value, field)
}

// What the words of a language are about is what their type says.
function namesOf<Name extends string>(words: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(words) as Name[]
}

function twice(field: string, word: string): ReturnType<typeof misconfigured> {
  return misconfigured(field, `names ${JSON.stringify(word)} a second time`, 'Remove it.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value)
}
