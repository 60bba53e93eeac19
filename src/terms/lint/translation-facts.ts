import { ADDRESS, type Block } from './block.ts'
import type { Grammar } from './lint-words.ts'
import { compile } from './phrase.ts'
import { findAmounts, toNumber } from './read-amounts.ts'
import { findTimes } from './read-times.ts'

/** A number, day, length of time, amount or address in a clause. */
export interface Fact {
  readonly from: number
  readonly to: number
  /** The numbers it is written with, for a language whose days and lengths of time are not read. */
  readonly numbers: readonly number[]
}

/** The facts of a clause by what they say: `date 2030-12-31`, `amount 5€`. */
export type Facts = ReadonlyMap<string, Fact>

const NUMBER = /\d{1,3}(?:[.,\s]\d{3}){1,4}(?:[.,]\d{1,2})?(?!\d)|\d{1,12}(?:[.,:]\d{1,4}){0,4}/g
const EAST_ASIAN_DATE = /(\d{4})年(\d{1,2})月(\d{1,2})日/g

/** Returns what every language of a clause must have. */
export function factsOf({ text, prose }: Block, grammar: Grammar | undefined): Facts {
  const facts = new Map<string, Fact>()
  let rest = prose
  const take = (name: string, from: number, to: number) => {
    const written = [...rest.slice(from, to).matchAll(NUMBER)].map(([found]) => toNumber(found))
    // A month is a number in one language and a word in another.
    const [, year, day] = /^date (\d{4})-\d\d-(\d\d)$/.exec(name) ?? []
    const numbers = year === undefined ? written : [Number(year), Number(day)]
    facts.set(name, { from, to, numbers })
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  }
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    if (!address.includes('@')) facts.set(`host ${hostOf(address)}`, { from: index, to: index + address.length, numbers: [] })
  }
  for (const { 0: found, 1: year, 2: month = '', 3: day = '', index } of rest.matchAll(EAST_ASIAN_DATE)) {
    take(`date ${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`, index, index + found.length)
  }
  if (grammar !== undefined) {
    for (const { from, to, days, dates } of findTimes(rest, grammar)) {
      take(days === undefined ? `date ${dates?.[0]}` : `days ${Math.round(days)}`, from, to)
    }
    for (const { from, to, value, unit } of findAmounts(rest, grammar)) {
      if (/[^\p{L}]/u.test(unit)) take(`amount ${value}${unit}`, from, to)
    }
  }
  for (const { 0: number, index } of rest.matchAll(NUMBER)) take(`number ${toNumber(number)}`, index, index + number.length)
  return facts
}

/** Returns the first fact of a clause that its counterpart lacks. */
export function lostFact(facts: Facts, other: Facts, otherProse: string, otherGrammar: Grammar | undefined): Fact | undefined {
  const numbers = new Set([...other].flatMap(([name, fact]) => (name.startsWith('host') ? [] : fact.numbers)))
  const words = Object.entries(otherGrammar?.numbers ?? {})
  const isWritten = (number: number) => words.some(([word, value]) => value === number && hasWord(otherProse, word))
  return [...facts].find(([name, fact]) => {
    if (other.has(name)) return false
    const isRead = [...other.keys()].some((one) => one.split(' ')[0] === name.split(' ')[0])
    // A day that the other language writes in a way that is not read has the same day and year.
    const hasNumbers = fact.numbers.length > 0 && fact.numbers.every((number) => numbers.has(number) || isWritten(number))
    return !(hasNumbers && (name.startsWith('number') || !isRead))
  })?.[1]
}

function hasWord(prose: string, word: string): boolean {
  return compile(`(?<![\\p{L}])${word}(?![\\p{L}])`, 'iu').test(prose)
}

function hostOf(address: string): string {
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .split(/[/?#]/, 1)
    .join('')
    .replace(/[.,;]$/, '')
}
