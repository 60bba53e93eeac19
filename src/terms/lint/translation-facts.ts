import { ADDRESS, type Block } from './block.ts'
import type { Grammar } from './lint-words.ts'
import { findAmounts, toNumber } from './read-amounts.ts'
import { findTimes } from './read-times.ts'

const NUMBER = /\d{1,3}(?:[.,\s]\d{3})+(?:[.,]\d{1,2})?(?!\d)|\d+(?:[.,:]\d{1,4})*/g

/** Returns what every language of a clause must have: numbers, days, lengths of time, amounts and addresses, each with its place. */
export function factsOf({ text, prose }: Block, grammar: Grammar | undefined): Map<string, readonly [from: number, to: number]> {
  const facts = new Map<string, readonly [from: number, to: number]>()
  let rest = prose
  const take = (fact: string, from: number, to: number) => {
    facts.set(fact, [from, to])
    rest = rest.slice(0, from) + ' '.repeat(to - from) + rest.slice(to)
  }
  for (const { 0: address, index } of text.matchAll(ADDRESS)) {
    const host = hostOf(address)
    if (host !== undefined) facts.set(`host ${host}`, [index, index + address.length])
  }
  if (grammar !== undefined) {
    for (const { from, to, days, dates } of findTimes(prose, grammar)) {
      take(days === undefined ? `date ${dates?.[0]}` : `days ${Math.round(days)}`, from, to)
    }
    for (const { from, to, value, unit } of findAmounts(rest, grammar)) {
      if (/[^\p{L}]/u.test(unit) || unit === '%') take(`amount ${value}${unit}`, from, to)
    }
  }
  for (const { 0: number, index } of rest.matchAll(NUMBER)) facts.set(`number ${toNumber(number)}`, [index, index + number.length])
  return facts
}

function hostOf(address: string): string | undefined {
  if (address.includes('@')) return undefined
  return address
    .toLowerCase()
    .replace(/^(?:https?:\/\/)?(?:www\.)?/, '')
    .replace(/[/?#].*$/, '')
    .replace(/[.,;]$/, '')
}
