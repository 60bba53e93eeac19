import type { Agreement, Company } from '../../core/agreement.ts'
import { daysOf, fromIsoDuration } from '../../core/duration.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import type { JsonValue } from '../../core/json.ts'
import { coversUse, DURATION_MEMBER, type LicenseUse } from '../../core/license.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import { formatEnd, purposeLabel, recipientLabel, tagLabel } from '../values.ts'
import type { TemplateWords } from '../words.ts'
import { listValues } from '../words.ts'
import { hasReward, namesCompany, namesLaw } from './agreed-terms.ts'
import { compareAnswers } from './compare-answers.ts'
import type { TermsComparison } from './diff-terms.ts'
import type { DiffWords } from './diff-words.ts'
import type { TermsClues } from './terms-clues.ts'

/** An attribute of a license that a comparison covers. */
export type LicenseAttribute = 'data' | 'uses' | 'recipients' | 'duration' | 'reward' | 'parties' | 'law' | 'withdrawal'

/** How much a change matters. The kit shows a minor change, and asks again for a material one. */
export type Weight = 'minor' | 'material'

/** One change of one attribute. */
export interface AttributeChange {
  /** The part of the license that changed. */
  readonly attribute: LicenseAttribute
  /** `widened`: the license permits more than before. `narrowed`: it permits less. */
  readonly direction: 'widened' | 'narrowed' | 'changed'
  /** `material`: people are asked again. `minor`: they are informed. */
  readonly weight: Weight
  /** One sentence in the language of the comparison. */
  readonly sentence: string
}

/** The changes of a license. */
export interface LicenseDiff {
  readonly changes: readonly AttributeChange[]
  /** `material` if any change is, or if a contract of the company has another text. Otherwise `minor`, or `none` without changes. */
  readonly weight: Weight | 'none'
}

/** A stored license, or the known part of one. Reward, company and law are looked up in its terms. */
export interface LicenseLike {
  readonly terms: string
  readonly tags: readonly string[]
  readonly uses: readonly LicenseUse[]
  readonly expiry?: string | undefined
  /** The duration that `expiry` follows from, in ISO 8601, for example `P12M`. */
  readonly 'x-duration'?: JsonValue | undefined
  /** The optional use cases of the old agreement, on or off. Without them, no new choice is reported. */
  readonly offered?: readonly string[] | undefined
}

type Rule = readonly [direction: AttributeChange['direction'], weight: Weight]

/** Direction and weight of each kind of change. The first word of a kind is its attribute. */
const RULES: Readonly<Record<keyof DiffWords, Rule>> = {
  'data widened': ['widened', 'material'],
  'data narrowed': ['narrowed', 'minor'],
  'data earlier': ['widened', 'material'],
  'data excluded': ['narrowed', 'minor'],
  'uses widened': ['widened', 'material'],
  'uses narrowed': ['narrowed', 'minor'],
  'uses offered': ['changed', 'minor'],
  'recipients widened': ['widened', 'material'],
  'recipients narrowed': ['narrowed', 'minor'],
  'duration widened': ['widened', 'material'],
  'duration endless': ['widened', 'material'],
  'duration narrowed': ['narrowed', 'minor'],
  'duration longer': ['widened', 'material'],
  'duration shorter': ['narrowed', 'minor'],
  // Without the day of the decision, a date and a duration cannot be compared.
  'duration changed': ['changed', 'material'],
  'reward widened': ['widened', 'minor'],
  'reward narrowed': ['narrowed', 'material'],
  'reward none': ['changed', 'material'],
  'reward changed': ['changed', 'material'],
  'reward kept': ['widened', 'minor'],
  'reward lost': ['narrowed', 'material'],
  'parties changed': ['changed', 'material'],
  'parties details': ['changed', 'minor'],
  'law changed': ['changed', 'material'],
  'withdrawal answered': ['changed', 'minor'],
  'withdrawal changed': ['changed', 'material'],
}

/** What a comparison knows about the newer agreement, beside its facts. */
export interface ComparedTerms {
  /** The lines of its terms that a record is searched for. `undefined` for a contract of the company. */
  readonly clues: TermsClues | undefined
  /** Its text. */
  readonly text: string
}

/** Compares a license or an older agreement with a newer agreement, like `diffLicense()`, with texts that are already loaded. */
export function compareLicense(
  from: Agreement | LicenseLike,
  to: Agreement,
  { clues, text }: ComparedTerms,
  words: TemplateWords,
  sentences: DiffWords,
): LicenseDiff {
  const changes: AttributeChange[] = []
  const add = (kind: keyof DiffWords, ...about: readonly string[]) => {
    const [direction, weight] = RULES[kind]
    const [attribute] = kind.split(' ') as [LicenseAttribute]
    const items = listValues(about, words)
    changes.push({
      attribute,
      direction,
      weight,
      sentence: sentences[kind].replace('{}', () => items).replace(/\.(\u2069?)\.$/, '.$1'),
    })
  }
  const addAny = (kind: keyof DiffWords, items: readonly string[], toLabel: (item: string) => string) => {
    if (items.length > 0) add(kind, ...items.map(toLabel))
  }

  const labels = { ...('tagLabels' in from ? from.tagLabels : {}), ...to.tagLabels }
  const toTag = (tag: string) => tagLabel(tag, words, labels)
  addAny('data widened', without(to.tags, from.tags), toTag)
  addAny('data narrowed', without(from.tags, to.tags), toTag)

  const oldUses = usesOf(from)
  const oldPurposes = 'purposes' in from ? from.purposes : undefined
  const asked = includedPurposes(to.purposes, (usecase) => coversUse(oldUses, usecase))
  const newUses = asked.map(toUse)
  const moreUses = names(newUses, 'usecases').filter((usecase) => !coversUse(oldUses, usecase))
  const fewerUses = names(oldUses, 'usecases').filter((usecase) => !coversUse(newUses, usecase))
  const known = 'offered' in from ? from.offered : oldPurposes?.map((one) => one.usecase)
  const offered = to.purposes
    .filter((one) => !asked.includes(one) && known !== undefined && !known.includes(one.usecase))
    .map((one) => one.usecase)
  const moreRecipients = notCovered(newUses, oldUses)
  // The old license permits the use and the recipient, but not together.
  const crossed = asked.filter(
    (one) =>
      !moreUses.includes(one.usecase) &&
      one.destinations.some((to) => !moreRecipients.includes(to) && !coversUse(oldUses, one.usecase, to)),
  )
  const toPurpose = (usecase: string) =>
    purposeLabel([...to.purposes, ...(oldPurposes ?? [])].find((one) => one.usecase === usecase) ?? { usecase }, words)
  addAny('uses widened', [...moreUses, ...crossed.map((one) => one.usecase)], toPurpose)
  addAny('uses narrowed', fewerUses, toPurpose)
  addAny('uses offered', offered, toPurpose)
  const toRecipient = (destination: string) => recipientLabel(destination, words)
  addAny('recipients widened', moreRecipients, toRecipient)
  addAny('recipients narrowed', notCovered(oldUses, newUses), toRecipient)

  const end = compareEnds(from, to)
  if (end !== undefined) add(end, ...(to.expiry === null ? [] : [formatEnd(to.expiry, words)]))

  const { company, jurisdiction, compensation: reward } = to
  let isOtherContract = false
  if (!('uses' in from)) {
    const old = from.compensation
    if (reward === null && old !== null) add('reward narrowed')
    else if (reward !== null && old !== reward) add(old === null ? 'reward widened' : 'reward changed', reward)
    if (from.company.name !== company.name) add('parties changed', company.name)
    else if (!sameDetails(from.company, company)) add('parties details', company.name)
    if (from.jurisdiction !== jurisdiction) add('law changed', jurisdiction)
  } else if (clues === undefined) {
    // Nobody but the company knows what a contract of its own says about them. Another text is another contract.
    isOtherContract = from.terms !== text
  } else {
    // A record has these only in its terms. If the terms have other words, the change counts as material.
    if (!hasReward(from.terms, clues)) reward === null ? add('reward none') : add('reward changed', reward)
    if (!namesCompany(from.terms, clues)) add('parties changed', company.name)
    if (!namesLaw(from.terms, clues)) add('law changed', jurisdiction)
  }
  for (const kind of compareAnswers(from, to, clues)) add(kind)
  return { changes, weight: heaviest([isOtherContract ? 'material' : 'none', ...changes.map((change) => change.weight)]) }
}

/** Options of {@link weighChange}. */
export interface WeighChangeOptions {
  /** The weight that the company declares. It can raise the weight, but never lower it. */
  readonly declared?: Weight | undefined
}

/**
 * Returns the weight of a change of license and terms: `none`, `minor` (the kit shows it) or `material` (the kit asks again).
 *
 * New wording of a template for the same license is minor. If a company changes the meaning of the wording, it declares
 * the change as `material`. Any change of the text of the company's own contract is material.
 */
export function weighChange(
  license: LicenseDiff,
  terms: Pick<TermsComparison, 'same'>,
  options: WeighChangeOptions = {},
): Weight | 'none' {
  const found = heaviest([license.weight, terms.same ? 'none' : 'minor'])
  return found === 'none' ? 'none' : heaviest([found, options.declared ?? 'none'])
}

function heaviest(weights: readonly (Weight | 'none')[]): Weight | 'none' {
  if (weights.includes('material')) return 'material'
  return weights.includes('minor') ? 'minor' : 'none'
}

// An agreement permits only its necessary purposes until the person turns on others.
function usesOf(from: Agreement | LicenseLike): readonly LicenseUse[] {
  return 'uses' in from ? from.uses : from.purposes.filter((one) => one.necessary).map(toUse)
}

function toUse({ usecase, destinations }: Agreement['purposes'][number]): LicenseUse {
  return { usecases: [usecase], destinations }
}

function names(uses: readonly LicenseUse[], member: 'usecases' | 'destinations'): readonly string[] {
  return [...new Set(uses.flatMap((use) => use[member]))]
}

/** Returns the destinations of some uses that the others do not permit. */
function notCovered(uses: readonly LicenseUse[], others: readonly LicenseUse[]): readonly string[] {
  const reached = names(others, 'destinations')
  return reached.includes(WILDCARD) ? [] : without(names(uses, 'destinations'), reached)
}

function without(items: readonly string[], others: readonly string[]): readonly string[] {
  return items.filter((item) => !others.includes(item))
}

/** Returns how the end of a license changed. Two durations compare by their length, two dates by their time. */
function compareEnds(from: Agreement | LicenseLike, { expiry }: Agreement): keyof DiffWords | undefined {
  const lasted = typeof from.expiry === 'object' ? from.expiry : 'uses' in from ? fromIsoDuration(from[DURATION_MEMBER]) : null
  const old = from.expiry ?? null
  if (expiry === null) return old === null ? undefined : 'duration endless'
  if (typeof expiry === 'string') {
    if (typeof old === 'object' && old !== null) return 'duration changed'
    const [oldEnd, newEnd] = [toTime(old), toTime(expiry)]
    return newEnd === oldEnd ? undefined : newEnd > oldEnd ? 'duration widened' : 'duration narrowed'
  }
  if (old === null) return 'duration shorter'
  if (!lasted) return 'duration changed'
  const longer = daysOf(expiry) - daysOf(lasted)
  return longer === 0 ? undefined : longer > 0 ? 'duration longer' : 'duration shorter'
}

function toTime(expiry: string | null): number {
  return (expiry === null ? undefined : parseTimestamp(expiry)) ?? Number.POSITIVE_INFINITY
}

function sameDetails(one: Company, other: Company): boolean {
  const members = ['termsUrl', 'privacyUrl', 'address', 'contact'] as const
  return members.every((member) => one[member] === other[member])
}
