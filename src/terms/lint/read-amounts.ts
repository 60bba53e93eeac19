import type { Grammar } from './lint-words.ts'
import { compile } from './phrase.ts'

/** An amount in a text: of money, of points, in percent, or of something that is counted. */
export interface FoundAmount {
  readonly from: number
  readonly to: number
  readonly text: string
  readonly value: number
  /** `€`, `%`, or the first letters of what is counted. */
  readonly unit: string
}

const NUMBER = '\\d{1,3}(?:[.,\\s]\\d{3}){1,3}(?:[.,]\\d{1,2})?|\\d{1,9}(?:[.,]\\d{1,2})?'
const CURRENCIES: Readonly<Record<string, string>> = {
  euro: '€',
  euros: '€',
  eur: '€',
  dollar: '$',
  dollars: '$',
  usd: '$',
  us$: '$',
  pound: '£',
  pounds: '£',
  gbp: '£',
  reais: 'R$',
  real: 'R$',
  brl: 'R$',
  percent: '%',
  'per cent': '%',
  prozent: '%',
  'por ciento': '%',
  'por cento': '%',
  'pour cent': '%',
}
const PATTERN = new RegExp(
  `(?<![\\p{L}\\p{N}.,/-])(?=[RU$€£¥₪\\d])(?:(?<before>R\\$|US\\$|[$€£¥₪])\\s?(?=\\d)(?<first>${NUMBER})|(?<second>${NUMBER})\\s?(?:(?<after>[€$£¥₪%])|(?<word>${Object.keys(CURRENCIES).join('|').replace('$', '\\$')})(?![\\p{L}])|(?<noun>[\\p{L}]{3,24})))`,
  'giu',
)

/** Finds amounts. A length of time, such as “30 days”, is none. */
export function findAmounts(text: string, grammar: Grammar | undefined): FoundAmount[] {
  const time = grammar === undefined ? undefined : compile(`^(?:${Object.values(grammar.units).join('|')})$`, 'iu')
  return [...text.matchAll(PATTERN)].flatMap((match) => {
    const { before, first, second, after, word, noun } = match.groups ?? {}
    if (noun !== undefined && (time?.test(noun) === true || (/^\p{Lu}/u.test(noun) === false && noun.length < 4))) return []
    const unit =
      before ?? after ?? (word === undefined ? (noun ?? '').toLowerCase().slice(0, 4) : (CURRENCIES[word.toLowerCase()] ?? ''))
    return [
      {
        from: match.index,
        to: match.index + match[0].length,
        text: match[0],
        value: toNumber(first ?? second ?? ''),
        unit: unit === 'US$' ? '$' : unit,
      },
    ]
  })
}

/** Reads a number with separators of any language: 1,000.50 and 1.000,50 alike. */
export function toNumber(text: string): number {
  const bare = text.replace(/\s/g, '')
  const decimal = /[.,](\d{1,2})$/.exec(bare)
  const whole = (decimal ? bare.slice(0, decimal.index) : bare).replace(/[.,]/g, '')
  return Number(decimal ? `${whole}.${decimal[1]}` : whole)
}
