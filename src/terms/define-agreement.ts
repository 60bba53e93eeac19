import type { Agreement, Company, Purpose } from '../core/agreement.ts'
import { isJsonObject } from '../core/json.ts'
import { type LocalizedText, textIn } from '../core/localized-text.ts'
import type { KnownTag } from '../core/tags.ts'
import type { Usecase } from '../core/usecases.ts'
import { WILDCARD } from '../core/words.ts'
import { type AgreementInput, type DefinedAgreement, MAX_NAME_CHARS, MAX_TEXT_CHARS } from './agreement-input.ts'
import { checkAnswers, checkPlaces } from './check-answers.ts'
import { checkExpiry } from './check-expiry.ts'
import { checkDestinations, checkPurposes } from './check-purposes.ts'
import { checkTags } from './check-tags.ts'
import { checkLocalized, checkMembers, checkOptional, checkSentence, checkText, checkUrl, misconfigured } from './check-value.ts'
import { deepFreeze } from './deep-freeze.ts'
import { describeLicense } from './describe-license.ts'
import rewards from './languages/en/templates/rewards.md'
import { type OwnTerms, ownTextIn, ownTextsOf } from './own-terms.ts'
import type { Template } from './template.ts'

const DEFAULT_TAGS: readonly KnownTag[] = ['purchase_history', 'physical_receipt', 'email_receipt']
const DEFAULT_PURPOSES: readonly Usecase[] = ['analytics', 'attribution']

/** Checks a contract of the company; see `checkOwnTerms()`. */
export type CheckTerms = (terms: unknown, agreement: Pick<Agreement, 'tags' | 'purposes'>) => OwnTerms

/**
 * Defines an agreement like `defineAgreement()`. Without `check`, any text is accepted as a contract of the company: the production build of
 * a screen checks it in the background, and a screen without such a contract loads no code for it.
 */
export function defineWith(input: AgreementInput, check?: CheckTerms): DefinedAgreement {
  if (!isJsonObject(input))
    throw misconfigured('agreement', 'is missing', 'Set it to { company, jurisdiction, compensation, expiry }.')
  const template = checkTemplate(input.template ?? rewards)
  const { words } = template
  const company = checkCompany(input.company)
  const { tags, tagLabels } = checkTags(input.tags ?? DEFAULT_TAGS, input.tagLabels, namesOf(words.tags))
  const destinations = checkDestinations(input.destinations ?? [new URL(company.privacyUrl).host], 'destinations')
  const purposes = checkPurposes(input.purposes ?? DEFAULT_PURPOSES, destinations, [...namesOf(words.usecases), WILDCARD])
  const describe = (named: readonly Purpose[]) =>
    checkSentence(input.description ?? describeLicense({ company, tags, tagLabels }, named, words), 'description', MAX_TEXT_CHARS)
  // The record names what the person turns on too, so it must fit.
  describe(purposes)
  const terms = input.terms === undefined ? undefined : (check?.(input.terms, { tags, purposes }) ?? copyOf(input.terms))
  const own =
    terms === undefined ? undefined : ownTextIn(terms, input.locale ?? template.locale, input.plainLocale ?? template.locale)
  const agreement = checkMembers(input, '', {
    locale: own?.locale ?? template.locale,
    company,
    // Optional purposes are not part of what Accept permits until the person turns them on.
    description: describe(purposes.filter(({ necessary }) => necessary)),
    title: checkName(input.title, 'title'),
    subject: checkName(input.subject, 'subject'),
    tags,
    tagLabels,
    destinationLabels: checkDestinationLabels(input.destinationLabels),
    purposes,
    expiry: orNull(input.expiry, 'expiry', checkExpiry),
    // In the language of the terms, because they are part of the text that is signed.
    compensation: orNull(input.compensation, 'compensation', (value, field) =>
      textIn(checkLocalized(value, field, MAX_TEXT_CHARS), template.locale),
    ),
    jurisdiction: textIn(checkLocalized(input.jurisdiction, 'jurisdiction', MAX_NAME_CHARS), template.locale),
    ...checkAnswers(input),
    terms,
    plainLocale: input.plainLocale,
    template,
  })
  if (terms === undefined) checkPlaces(agreement)
  return deepFreeze(agreement)
}

// The terms of the app stay as they are: only the copy is frozen.
function copyOf(terms: OwnTerms): OwnTerms {
  if (!ownTextsOf(terms).every(([, content]) => typeof (isJsonObject(content) ? content.text : content) === 'string'))
    throw misconfigured('terms', 'is not a text', 'Set it to Markdown.')
  return typeof terms === 'string' ? terms : { ...terms }
}

/** Freezes a value and everything in it: the terms are compiled once, and the record has to say the same. */
function checkTemplate(template: unknown): Template {
  if (!isTemplate(template))
    throw misconfigured('template', 'is not a template', 'Import one from licet/templates, or make one with parseTemplate().')
  return template
}

function isTemplate(value: unknown): value is Template {
  return isJsonObject(value) && typeof value.locale === 'string' && Array.isArray(value.tree) && isJsonObject(value.words)
}

function checkCompany(company: unknown): Company {
  if (!isJsonObject(company)) throw misconfigured('company', 'is missing', 'Set it to { name, termsUrl, privacyUrl }.')
  return checkMembers(company, 'company.', {
    name: checkText(company.name, 'company.name', MAX_NAME_CHARS),
    legalName: checkOptional(company.legalName, 'company.legalName', MAX_NAME_CHARS),
    termsUrl: checkUrl(company.termsUrl, 'company.termsUrl'),
    privacyUrl: checkUrl(company.privacyUrl, 'company.privacyUrl'),
    address: checkOptional(company.address, 'company.address', MAX_NAME_CHARS),
    contact: checkOptional(company.contact, 'company.contact', MAX_NAME_CHARS),
  })
}

function checkName(name: unknown, field: string): LocalizedText | undefined {
  return name === undefined ? undefined : checkLocalized(name, field, MAX_NAME_CHARS)
}

function checkDestinationLabels(labels: unknown): Agreement['destinationLabels'] {
  if (!isJsonObject(labels)) return undefined
  return Object.fromEntries(
    Object.entries(labels).map(([host, label]) => [host, checkLocalized(label, `destinationLabels.${host}`, MAX_NAME_CHARS)]),
  )
}

function orNull<T>(value: unknown, field: string, check: (value: unknown, field: string) => T): T | null {
  if (value === undefined) throw misconfigured(field, 'is missing', 'Set it, or set it to null for none.')
  return value === null ? null : check(value, field)
}

// Safe: the type lists every key.
function namesOf<Name extends string>(words: Readonly<Record<Name, unknown>>): Name[] {
  return Object.keys(words) as Name[]
}
