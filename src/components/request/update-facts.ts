import type { Agreement, Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import { coversUse, type LicenseUse } from '../../core/license.ts'
import { WILDCARD } from '../../core/words.ts'
import { formatRecipients } from '../../locales/format/format-license.ts'
import type { Translator } from '../../locales/format/translator.ts'
import type { UseTermsDiffResult } from '../../react/types.ts'
import { formatDuration } from '../summary/format-summary.tsx'
import { readablePurposes } from '../summary/readable-purposes.ts'

/**
 * Returns what would change if the person agrees, in a few sentences: another company, more recipients, more data, more purposes, new choices,
 * and the reward or the end with its previous value. It is known immediately, so nothing moves; the redline with every change loads later.
 */
export function updateFacts({ from, to }: NonNullable<UseTermsDiffResult['change']>, t: Translator): string {
  const facts: string[] = []
  const company = to.company.name
  if (from.company !== undefined && from.company !== company) facts.push(t.text('diff.company', { before: from.company, company }))
  const recipients = newRecipients(from.uses, to, t)
  if (recipients.length > 0)
    facts.push(t.text('diff.recipients', { count: recipients.length, recipients: formatRecipients(recipients, company, t) }))
  const data = to.tags.filter((tag) => !from.tags.includes(tag))
  if (data.length > 0) facts.push(t.text('diff.asks', { company, data: t.list(data.map(t.tag)) }))
  const nameOf = ({ usecase }: Purpose) => (usecase === WILDCARD ? t.text('purposes.any') : t.usecase(usecase))
  const added = to.purposes.filter(({ usecase }) => !coversUse(from.uses, usecase))
  const purposes = added.filter(({ necessary }) => necessary)
  if (purposes.length > 0) facts.push(t.text('diff.uses', { purposes: t.list(purposes.map(nameOf)) }))
  const choices = added.filter(({ usecase, necessary }) => !necessary && from.offered?.includes(usecase) === false)
  if (choices.length > 0) facts.push(t.text('diff.choice', { purposes: t.list(choices.map(nameOf)) }))
  const { compensation } = from.reward ?? to
  if (compensation !== to.compensation) {
    const toText = (reward: string | null) => reward ?? t.text('summary.reward.none')
    facts.push(
      t.text('diff.value', { name: t.text('diff.reward'), ...withoutRepeats(toText(compensation), toText(to.compensation)) }),
    )
  }
  // A duration that was agreed to has become a date, which cannot be compared with a duration.
  if (typeof to.expiry !== 'object' || to.expiry === null) {
    const [before, after] = [formatDuration(from.expiry, t), formatDuration(to.expiry, t)]
    if (before !== after) facts.push(t.text('diff.value', { name: t.text('summary.duration'), ...withoutRepeats(before, after) }))
  }
  return facts.join(' ')
}

/** Returns the text about a minor change: what is new, and that the person need not do anything. */
export function minorChangeText(change: UseTermsDiffResult['change'], t: Translator): string {
  const facts = change === undefined ? '' : updateFacts(change, t)
  return `${facts} ${t.text('notice.minor')}`.trimStart()
}

/** Returns the names of those who receive no data yet, from the purposes that agreeing again would permit. */
function newRecipients(uses: readonly LicenseUse[], to: Agreement, t: Translator): readonly string[] {
  const known = uses.flatMap(({ destinations }) => destinations)
  if (known.includes(WILDCARD)) return []
  const purposes = includedPurposes(to.purposes, (usecase) => coversUse(uses, usecase)).map((purpose) => ({
    ...purpose,
    destinations: purpose.destinations.filter((host) => !known.includes(host)),
  }))
  return [...new Set(readablePurposes({ ...to, purposes }, t).flatMap(({ destinations }) => destinations))]
}

const WORD = /\p{N}[\p{N}.,]*|[\p{L}\p{M}]+|\s+|./gsu

/** Writes two texts with the same end as people do: `200` and `300 points a month`. Texts that differ in more than one place stay whole. */
export function withoutRepeats(before: string, after: string): { readonly before: string; readonly after: string } {
  const [old, now] = [before.match(WORD) ?? [], after.match(WORD) ?? []]
  let start = 0
  while (start < old.length && old[start] === now[start]) start++
  let end = 0
  while (end < Math.min(old.length, now.length) - start && old.at(-1 - end) === now.at(-1 - end)) end++
  const isOneWord = old.length - start - end === 1 && now.length - start - end === 1
  return isOneWord ? { before: old.slice(0, old.length - end).join(''), after: now.slice(start).join('') } : { before, after }
}
