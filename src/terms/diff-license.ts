import type { Agreement, Company } from '../core/agreement.ts'
import { coversUse, type Use } from '../core/license.ts'
import { parseTimestamp } from '../core/timestamp.ts'
import { WILDCARD } from '../core/vocabulary.ts'
import { compileTermsTree } from './compile-terms.ts'
import type { DefinedAgreement } from './define-agreement.ts'
import type { TermsDiff } from './diff-terms.ts'
import { isolateValue } from './isolate.ts'
import { summarize } from './summarize.ts'
import { escapeText, toMarkdown } from './to-markdown.ts'
import { formatMoment, purposeLabel, recipientLabel, tagLabel } from './values.ts'
import { diffWordsOf } from './words/diff-words.ts'
import type { Words } from './words.ts'

/** What can change in a license beside its words. */
export type LicenseAttribute = 'data' | 'uses' | 'recipients' | 'duration' | 'reward' | 'parties' | 'law'

/** How much a change matters: a minor one is told, a material one is asked again. */
export type Weight = 'minor' | 'material'

/** One change of one attribute. */
export interface AttributeChange {
  readonly attribute: LicenseAttribute
  readonly direction: 'widened' | 'narrowed' | 'changed'
  readonly weight: Weight
  /** One sentence in the language of the words that were handed in. */
  readonly sentence: string
}

/** What changed in a license. */
export interface LicenseDiff {
  readonly changes: readonly AttributeChange[]
  /** The heaviest of the changes; `none` when there is none. */
  readonly weight: Weight | 'none'
}

/** A stored license, or as much of it as is known: what it does not say itself is looked for in its terms. */
export interface LicenseLike {
  readonly terms: string
  readonly tags: readonly string[]
  readonly uses: readonly Use[]
  readonly expiry?: string
  /** The optional use cases that were there to choose, chosen or not. Without it nothing is said of uses that one can choose now. */
  readonly offered?: readonly string[]
}

/** Options of {@link diffLicense}. */
export interface DiffLicenseOptions {
  /** Language of the sentences. Default: that of the newer agreement. */
  readonly words?: Words
}

/**
 * Compares what was agreed, or an older agreement, with a newer one.
 *
 * Anything that widens data, uses, recipients or time is material, and so is a reward that ends or is put in other words, another company and
 * another law. A purpose that is left to choice widens nothing until it is chosen.
 */
export function diffLicense(from: Agreement | LicenseLike, to: DefinedAgreement, options: DiffLicenseOptions = {}): LicenseDiff {
  const { words = to.template.words } = options
  const say = diffWordsOf(words.locale)
  const value = (text: string) => isolateValue(text, words)
  const list = (items: readonly string[]) => words.list(items.map(value))
  const changes: AttributeChange[] = []
  const add = (attribute: LicenseAttribute, direction: AttributeChange['direction'], weight: Weight, sentence: string) =>
    changes.push({ attribute, direction, weight, sentence })

  const oldUses = usesOf(from)
  const labelOf = (usecase: string) =>
    purposeLabel(to.purposes.find((one) => one.usecase === usecase) ?? oldPurpose(from, usecase), words)
  const [tagsAdded, tagsGone] = changed(from.tags, to.tags)
  if (tagsAdded.length > 0) add('data', 'widened', 'material', say.data.widened(list(tagsAdded.map((tag) => tagLabel(tag, words)))))
  if (tagsGone.length > 0) add('data', 'narrowed', 'minor', say.data.narrowed(list(tagsGone.map((tag) => tagLabel(tag, words)))))

  const asked = to.purposes.filter((one) => one.necessary || coversUse(oldUses, one.usecase))
  const newUses = asked.map((one) => ({ usecases: [one.usecase], destinations: one.destinations }))
  const moreUses = names(newUses, 'usecases').filter((usecase) => !coversUse(oldUses, usecase))
  const fewerUses = names(oldUses, 'usecases').filter((usecase) => !coversUse(newUses, usecase))
  const known = 'purposes' in from ? from.purposes.map((one) => one.usecase) : from.offered
  const wasOffered = (usecase: string) => known === undefined || known.includes(usecase)
  const offered = to.purposes.filter((one) => !asked.includes(one) && !wasOffered(one.usecase)).map((one) => one.usecase)
  const covers = (uses: readonly Use[], destination: string) =>
    uses.some((use) => use.destinations.includes(WILDCARD) || use.destinations.includes(destination))
  const moreRecipients = names(newUses, 'destinations').filter((destination) => !covers(oldUses, destination))
  const fewerRecipients = names(oldUses, 'destinations').filter((destination) => !covers(newUses, destination))
  // A known use at a known recipient, but not together until now.
  const crossed = asked.filter(
    (one) =>
      !moreUses.includes(one.usecase) &&
      one.destinations.some((to) => !moreRecipients.includes(to) && !coversUse(oldUses, one.usecase, to)),
  )
  const widenedUses = [...moreUses, ...crossed.map((one) => one.usecase)]
  if (widenedUses.length > 0) add('uses', 'widened', 'material', say.uses.widened(list(widenedUses.map(labelOf))))
  if (fewerUses.length > 0) add('uses', 'narrowed', 'minor', say.uses.narrowed(list(fewerUses.map(labelOf))))
  if (offered.length > 0) add('uses', 'changed', 'minor', say.uses.offered(list(offered.map(labelOf))))
  const recipients = (destinations: readonly string[]) => list(destinations.map((one) => recipientLabel(one, words)))
  if (moreRecipients.length > 0) add('recipients', 'widened', 'material', say.recipients.widened(recipients(moreRecipients)))
  if (fewerRecipients.length > 0) add('recipients', 'narrowed', 'minor', say.recipients.narrowed(recipients(fewerRecipients)))

  const [oldEnd, newEnd] = [endOf(from.expiry), endOf(to.expiry)]
  const until = to.expiry === null ? undefined : value(formatMoment(to.expiry, words))
  if (newEnd > oldEnd) add('duration', 'widened', 'material', say.duration.widened(until))
  if (newEnd < oldEnd && until !== undefined) add('duration', 'narrowed', 'minor', say.duration.narrowed(until))

  compareReward()
  const { company, jurisdiction } = to
  const oldCompany = 'company' in from ? from.company : undefined
  if (oldCompany === undefined ? !mentions(from, company.name) : oldCompany.name !== company.name) {
    add('parties', 'changed', 'material', say.parties.changed(value(company.name)))
  } else if (oldCompany !== undefined && !sameDetails(oldCompany, company)) {
    add('parties', 'changed', 'minor', say.parties.details(value(company.name)))
  }
  if ('jurisdiction' in from ? from.jurisdiction !== jurisdiction : !mentions(from, jurisdiction)) {
    add('law', 'changed', 'material', say.law.changed(value(jurisdiction)))
  }
  return { changes, weight: heaviest(changes.map((change) => change.weight)) }

  function compareReward(): void {
    const reward = to.compensation
    const old = 'compensation' in from ? from.compensation : undefined
    if (old === undefined) {
      // A record keeps the reward in its words alone: the same words are the same reward, and of other words the worst is assumed.
      if (reward !== null && !mentions(from, reward)) add('reward', 'changed', 'material', say.reward.changed(value(reward)))
      if (reward === null && 'terms' in from && !from.terms.includes(rewardClause(to)))
        add('reward', 'changed', 'material', say.reward.none)
    } else if (old === null && reward !== null) add('reward', 'widened', 'minor', say.reward.widened(value(reward)))
    else if (old !== null && reward === null) add('reward', 'narrowed', 'material', say.reward.narrowed)
    else if (reward !== null && old !== reward) add('reward', 'changed', 'material', say.reward.changed(value(reward)))
  }
}

/** Options of {@link weighChange}. */
export interface WeighChangeOptions {
  /** What the company says of its change. It can only make it heavier: `minor` never lightens what the rules find material. */
  readonly declared?: Weight
}

/**
 * Says what a change of the license and of its words comes to: `none`, `minor` (told) or `material` (asked again).
 *
 * Other words around the same license are minor by rule; a company that changes what its words mean declares them material.
 */
export function weighChange(
  license: LicenseDiff,
  terms: Pick<TermsDiff, 'same'>,
  options: WeighChangeOptions = {},
): Weight | 'none' {
  const found = heaviest([license.weight, terms.same ? 'none' : 'minor'])
  return found === 'none' ? 'none' : heaviest([found, options.declared ?? 'none'])
}

function heaviest(weights: readonly (Weight | 'none')[]): Weight | 'none' {
  if (weights.includes('material')) return 'material'
  return weights.includes('minor') ? 'minor' : 'none'
}

// What an agreement permits by itself: the rest is permitted only once it is chosen.
function usesOf(from: Agreement | LicenseLike): readonly Use[] {
  if ('uses' in from) return from.uses
  return from.purposes.filter((one) => one.necessary).map((one) => ({ usecases: [one.usecase], destinations: one.destinations }))
}

function oldPurpose(from: Agreement | LicenseLike, usecase: string): { usecase: string; label?: string } {
  return ('purposes' in from ? from.purposes.find((one) => one.usecase === usecase) : undefined) ?? { usecase }
}

function names(uses: readonly Use[], member: 'usecases' | 'destinations'): readonly string[] {
  return [...new Set(uses.flatMap((use) => use[member]))]
}

function changed(before: readonly string[], after: readonly string[]): [added: readonly string[], gone: readonly string[]] {
  return [after.filter((one) => !before.includes(one)), before.filter((one) => !after.includes(one))]
}

function endOf(expiry: string | null | undefined): number {
  return typeof expiry === 'string' ? (parseTimestamp(expiry) ?? Number.POSITIVE_INFINITY) : Number.POSITIVE_INFINITY
}

function mentions(from: Agreement | LicenseLike, value: string): boolean {
  return 'terms' in from && from.terms.includes(escapeText(value))
}

// What stands under the heading of the reward.
function rewardClause(agreement: DefinedAgreement): string {
  const id = summarize(agreement).find((line) => line.part === 'reward')?.clause
  const blocks = compileTermsTree(agreement).children.filter((block) => block.type === 'element')
  const start = blocks.findIndex((block) => block.properties.id === id) + 1
  const rest = blocks.slice(start)
  const next = rest.findIndex((block) => block.properties.id !== undefined)
  return toMarkdown({ type: 'root', children: next < 0 ? rest : rest.slice(0, next) })
}

function sameDetails(one: Company, other: Company): boolean {
  const members = ['termsUrl', 'privacyUrl', 'address', 'contact'] as const
  return members.every((member) => one[member] === other[member])
}
