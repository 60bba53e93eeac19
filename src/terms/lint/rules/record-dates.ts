import type { Agreement } from '../../../core/agreement.ts'
import { daysOf } from '../../../core/duration.ts'
import { lastDayOf } from '../../../core/last-day.ts'
import { type Fault, placeIn } from '../finding.ts'
import { type Judged, type Rule, titleOf } from '../judged.ts'
import { has } from '../phrase.ts'
import { endsIn } from '../read-ends.ts'
import { type FoundTime, findTimes, isSameTime } from '../read-times.ts'

/** Finds an end that differs from the record, and an end of the record that the text lacks. */
export const findEnd: Rule = (judged) => {
  const { agreement, grammar } = judged
  if (agreement === undefined || grammar === undefined) return []
  return [...findForeign(judged, agreement.expiry), ...findUnnamed(judged, agreement.expiry)]
}

function findForeign(judged: Judged, expiry: Agreement['expiry']): Fault[] {
  const own = toTime(expiry)
  const ends = endsIn(judged)
  const other = ends.find((one) => own === undefined || !isSameTime(own, one))
  // Two different ends in one text are a contradiction, which is reported as such.
  const isContradiction = own !== undefined && ends.some((one) => isSameTime(own, one))
  if (other === undefined || isContradiction) return []
  const { block } = other.sentence
  const words = block.text.slice(other.from, other.to)
  return [
    {
      rule: 'date_not_in_record',
      severity: 'error',
      ...placeIn(block, other.from, other.to),
      message: `The text ends the license after or on ${words}, and the agreement has ${nameOf(expiry)}.`,
      fix: 'Write the same end in both.',
    },
  ]
}

function findUnnamed(judged: Judged, expiry: Agreement['expiry']): Fault[] {
  const { blocks, grammar } = judged
  const own = toTime(expiry)
  const title = titleOf(judged)
  if (own === undefined || grammar === undefined || title === undefined) return []
  const isNamed = blocks.some(({ prose, sentences }) =>
    sentences.some(({ from, to }) => findTimes(prose.slice(from, to), grammar).some((one) => isSameTime(own, one))),
  )
  if (isNamed) return []
  const topic = blocks.find((block) => block.kind === 'heading' && has(block.prose, grammar.topics.end)) ?? title
  return [
    {
      rule: 'date_not_in_text',
      severity: 'error',
      ...placeIn(topic),
      message: `The agreement ends ${nameOf(expiry)}, which the text does not state.`,
      fix: 'Write when the license ends.',
    },
  ]
}

function toTime(expiry: Agreement['expiry']): FoundTime | undefined {
  if (expiry === null) return undefined
  return typeof expiry === 'string'
    ? { from: 0, to: 0, dates: [lastDayOf(expiry).slice(0, 10), expiry.slice(0, 10)] }
    : { from: 0, to: 0, days: daysOf(expiry) }
}

function nameOf(expiry: Agreement['expiry']): string {
  if (expiry === null) return 'no end'
  if (typeof expiry === 'string') return `on ${lastDayOf(expiry).slice(0, 10)}`
  const [[unit, count] = ['', 0]] = Object.entries(expiry).filter(([, value]) => value !== undefined)
  return `after ${count} ${unit}`
}
