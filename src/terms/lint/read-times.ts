import type { Grammar } from './lint-words.ts'
import { compile } from './phrase.ts'

/** A length of time or a day in a text. */
export interface FoundTime {
  readonly from: number
  readonly to: number
  /** Days of a length of time. */
  readonly days?: number | undefined
  /** A day as `2030-12-31`. More than one when the order of day and month is unknown. */
  readonly dates?: readonly string[] | undefined
}

const DAYS = { day: 1, week: 7, month: 365.25 / 12, year: 365.25 } as const
const BEFORE_A = /(?:^|\s)(?:for|after|within|in|of|lasts|than|another|is|takes|about|only|until|ends) $/i
const ISO = '(?<iso>\\d{4}-\\d{2}-\\d{2})'
const SHORT = '(?<a>\\d{1,2})[./](?<b>\\d{1,2})[./](?<c>\\d{4})'

/** Finds lengths of time and days. */
export function findTimes(text: string, grammar: Grammar): FoundTime[] {
  return [...text.matchAll(patternOf(grammar))].flatMap((match) => {
    // “€3 a month” is no length of time.
    const isRate = match.groups?.word === 'a' && !BEFORE_A.test(text.slice(0, match.index))
    const time = isRate ? undefined : readTime(match.groups ?? {}, grammar)
    return time === undefined ? [] : [{ from: match.index, to: match.index + match[0].length, ...time }]
  })
}

/** Returns whether two times are the same. A day and a length of time are not. */
export function isSameTime(one: FoundTime, other: FoundTime): boolean {
  if (one.days !== undefined && other.days !== undefined) return Math.abs(one.days - other.days) <= Math.max(2, one.days / 100)
  return one.dates?.some((date) => other.dates?.includes(date)) === true
}

/** Returns whether both are days, or both lengths of time. */
export function isSameKind(one: FoundTime, other: FoundTime): boolean {
  return (one.days === undefined) === (other.days === undefined)
}

function patternOf(grammar: Grammar): RegExp {
  const { months, numbers, units, half } = grammar
  const month = months.map((one) => `(?:${one})`).join('|')
  const word = Object.keys(numbers)
    .sort((a, b) => b.length - a.length)
    .join('|')
  const duration = `(?:(?<digits>\\d{1,4})|(?<word>${word}))(?:\\s\\(\\d{1,4}\\))?[\\s-](?:(?:${half})\\s)?(?:\\p{L}{3,12}\\s)?(?:${Object.entries(
    units,
  )
    .map(([unit, one]) => `(?<${unit}>${one})`)
    .join('|')})(?![\\p{L}])(?<half>\\s(?:${half})(?![\\p{L}]))?`
  const dayFirst = `(?<day1>\\d{1,2})(?:\\.|º|er|st|nd|rd|th)?\\s(?:de\\s|of\\s)?(?<month1>${month})\\.?,?\\s(?:de\\s|del\\s)?(?<year1>\\d{4})`
  const monthFirst = `(?<month2>${month})\\.?\\s(?<day2>\\d{1,2})(?:st|nd|rd|th)?,?\\s(?<year2>\\d{4})`
  return compile(`(?<![\\p{L}\\p{N}.,])(?:${[dayFirst, monthFirst, ISO, SHORT, duration].join('|')})`, 'giu')
}

type Groups = Readonly<Record<string, string | undefined>>

function readTime(groups: Groups, { months, numbers }: Grammar): Pick<FoundTime, 'days' | 'dates'> | undefined {
  const { digits, word, iso, a, b, c, half } = groups
  if (iso !== undefined) return { dates: [iso] }
  if (a !== undefined) return { dates: [toIso(c, b, a), toIso(c, a, b)] }
  const monthName = groups.month1 ?? groups.month2
  if (monthName !== undefined) {
    const month = months.findIndex((one) => compile(`^(?:${one})$`, 'iu').test(monthName)) + 1
    return { dates: [toIso(groups.year1 ?? groups.year2, String(month), groups.day1 ?? groups.day2)] }
  }
  const count = digits === undefined ? numbers[(word ?? '').toLowerCase()] : Number(digits)
  const unit = (['day', 'week', 'month', 'year'] as const).find((one) => groups[one] !== undefined)
  return count === undefined || unit === undefined ? undefined : { days: (count + (half === undefined ? 0 : 0.5)) * DAYS[unit] }
}

function toIso(year = '', month = '', day = ''): string {
  return `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
}
