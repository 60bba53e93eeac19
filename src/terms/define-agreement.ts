import type { Agreement, Company, Purpose } from '../core/agreement.ts'
import { hasInvisible } from '../core/invisible.ts'
import { isJsonObject } from '../core/json.ts'
import { MAX_LISTED, MAX_WORD_CHARS } from '../core/limits.ts'
import type { KnownTag } from '../core/tags.ts'
import type { KnownUsecase, Usecase } from '../core/usecases.ts'
import { WILDCARD, WORD } from '../core/words.ts'
import { checkMoment, checkSentence, checkText, checkUrl, misconfigured } from './check-value.ts'
import { nearestWord } from './nearest-word.ts'
import type { Template } from './template.ts'
import rewards from './templates/en/rewards.md'
import { purposeLabel, tagLabel } from './values.ts'
import { isolateValue, listValues } from './words.ts'

/** A use case in the input: a known word, `*` for all, or a custom word that begins with `x-`. */
type UsecaseInput = KnownUsecase | typeof WILDCARD | CustomWord

/** A custom word. */
type CustomWord = `x-${string}`

/** A kind of data in the input: a known word, or a custom word that begins with `x-`. */
type TagInput = KnownTag | CustomWord

/** Options of a purpose. */
interface PurposeOptions {
  /** Default: the destinations of the agreement. */
  readonly destinations?: readonly string[] | undefined
  /** Whether the license requires the purpose. Default `false`: it is optional, and off until the person turns it on. */
  readonly necessary?: boolean | undefined
  /** One sentence in the language of the terms about what your company does. */
  readonly description?: string | undefined
}

/**
 * A purpose in the input: a use case alone, which is then necessary, or an object with options.
 *
 * With a `label` the use case may be any word. A purpose that {@link defineAgreement} returned is accepted too.
 */
export type PurposeInput =
  | UsecaseInput
  | (PurposeOptions & { readonly usecase: UsecaseInput; readonly label?: string | undefined })
  | (PurposeOptions & { readonly usecase: Usecase; readonly label: string })
  | Purpose

/** The input of {@link defineAgreement}: what to ask a person for. */
export interface AgreementInput {
  /** The company that asks: its name and two https URLs. */
  readonly company: Company
  /** The law that applies, in words, for example `Ireland`. */
  readonly jurisdiction: string
  /** Reward in words, or `null` for none. */
  readonly compensation: string | null
  /** End date: RFC 3339 in UTC, or `null` for none. */
  readonly expiry: string | null
  /** One sentence that states what the license is for. Default: written from company, data and necessary purposes. */
  readonly description?: string | undefined
  /** The kinds of data. Default: `purchase_history`, `physical_receipt`, `email_receipt`. A custom word begins with `x-`. */
  readonly tags?: readonly TagInput[] | undefined
  /** What the data may be used for. A bare word is necessary, an object is optional. Default: `analytics` and `attribution`, both necessary. */
  readonly purposes?: readonly PurposeInput[] | undefined
  /** Host names of the recipients, for each purpose without its own. Default: the host of `company.privacyUrl`. */
  readonly destinations?: readonly string[] | undefined
  /** The wording and language of the terms, from `licet/templates/*` or `parseTemplate()`. Default: `en/rewards`. */
  readonly template?: Template | undefined
}

/** A checked agreement with its template. */
export interface DefinedAgreement extends Agreement {
  /** The kinds of data. */
  readonly tags: readonly TagInput[]
  /** The wording and language of the terms. */
  readonly template: Template
}

const DEFAULT_TAGS: readonly KnownTag[] = ['purchase_history', 'physical_receipt', 'email_receipt']
const DEFAULT_PURPOSES: readonly Usecase[] = ['analytics', 'attribution']
const MAX_NAME_CHARS = 200
const MAX_TEXT_CHARS = 1000

/**
 * Checks an agreement and fills in the defaults.
 *
 * The terms, the summary and the license request are all made from the result, which is frozen with its template, so they cannot disagree.
 * Accepts its own result.
 *
 * @throws {LicetError} `invalid_configuration` with the wrong `field`. The message has the fix.
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
          isolateValue(company.name, words),
          listValues(
            tags.map((tag) => tagLabel(tag, words)),
            words,
          ),
          // Optional purposes are not part of what Accept permits until the person turns them on.
          listValues(
            purposes.filter(({ necessary }) => necessary).map((purpose) => purposeLabel(purpose, words)),
            words,
          ),
        )
      : checkSentence(input.description, 'description', MAX_TEXT_CHARS)
  const agreement = checkMembers(input, '', {
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
  return deepFreeze(agreement)
}

/** Freezes a value and everything in it: the terms are compiled once, and the record has to say the same. */
function deepFreeze<T>(value: T): T {
  if (typeof value !== 'object' || value === null) return value
  for (const member of Object.values(value)) deepFreeze(member)
  return Object.freeze(value)
}

// A typo such as `purpose` for `purposes` would silently ask for the defaults. Names that resemble no member belong to the host app.
function checkMembers<Checked extends object>(input: object, path: string, checked: Checked): Checked {
  const known = ['destinations', ...Object.keys(checked)]
  for (const name of Object.keys(input)) {
    const near = known.includes(name) ? undefined : nearestWord(name, known)
    if (near !== undefined) throw misconfigured(path + name, 'is not a known member', `Did you mean ${JSON.stringify(near)}?`)
  }
  return checked
}

function checkTemplate(template: unknown): Template {
  if (!isTemplate(template))
    throw misconfigured('template', 'is not a template', 'Import one from licet/templates, or make one with parseTemplate().')
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
  if (!isObject(input)) throw misconfigured(field, 'is not a purpose', 'Set it to a use case, or to { usecase, … }.')
  const label = input.label
  const usecase = String(input.usecase)
  const necessary = input.necessary ?? false
  if (typeof necessary !== 'boolean')
    throw misconfigured(`${field}.necessary`, 'is neither true nor false', 'Set it to true or false.')
  return checkMembers(input, `${field}.`, {
    // Without a label, an unknown word is probably a typo.
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
      throw misconfigured(`${field}[${at}]`, 'is a URL', 'Write only the host, such as data.example.com.')
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
  throw misconfigured(field, 'is not a list of words', `List 1 to ${MAX_LISTED}.`)
}

function checkWord(word: unknown, field: string): string {
  if (typeof word === 'string' && WORD.test(word) && word === word.normalize('NFC') && !hasInvisible(word)) return word
  throw misconfigured(field, `is not a word of 1 to ${MAX_WORD_CHARS} characters without spaces`, 'Write it like purchase_history.')
}

function checkKnown<Known extends string>(word: string, known: readonly Known[], field: string): Known | CustomWord {
  const found = known.find((one) => one === word)
  if (found !== undefined) return found
  if (isCustomWord(word)) {
    checkWord(word, field)
    return word
  }
  const near = nearestWord(word, known)
  const fix = near === undefined ? `Use one of: ${known.join(', ')}.` : `Did you mean ${JSON.stringify(near)}?`
  throw misconfigured(field, `is ${JSON.stringify(word)}, which is not a known word`, `${fix} A custom word begins with x-.`)
}

function isCustomWord(word: string): word is CustomWord {
  return /^x-./.test(word)
}

function orNull(value: unknown, field: string, check: (value: unknown, field: string) => string): string | null {
  if (value === undefined) throw misconfigured(field, 'is missing', 'Set it, or set it to null for none.')
  return value === null ? null : check(value, field)
}

// Safe: the type lists every key.
function namesOf<Name extends string>(words: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(words) as Name[]
}

function twice(field: string, word: string): ReturnType<typeof misconfigured> {
  return misconfigured(field, `repeats ${JSON.stringify(word)}`, 'Remove it.')
}

function isObject(value: unknown): value is Record<string, unknown> {
  return isJsonObject(value)
}
