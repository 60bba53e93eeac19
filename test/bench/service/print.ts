import { median, printTable } from '../../support/print-table.ts'
import { OPERATIONS } from './operations.ts'

/** One load: processor time in microseconds for each request, requests a second, and the 99th percentile in milliseconds. */
export interface Sample {
  readonly service: number
  readonly database: number
  readonly perSecond: number
  readonly p99: number
}

/** The samples of the rounds, by the name of the operation and the server. */
export type Samples = Map<string, readonly Sample[]>

/** Prints the service beside the straight-line server. */
export function printComparison(samples: Samples, runs: number): void {
  printTable(
    `The service, CPU µs per request, 10 connections, medians of ${runs} rounds`,
    ['', 'service', 'compared with', 'ratio', 'goal', 'PostgreSQL', 'compared with', 'ratio', 'goal', 'req/s', 'ratio'],
    Object.entries(OPERATIONS).flatMap(([name, { title, against, goals }]) => {
      const own = samples.get(`${name} licet`)
      const other = samples.get(against === undefined ? `${name} bare` : `${against.operation} ${against.server}`)
      if (own === undefined || other === undefined) return []
      return [
        [
          against === undefined ? title : `${title}, beside ${OPERATIONS[against.operation]?.title} (${against.server})`,
          ...compare(own, other, ({ service }) => service, goals.service),
          ...compare(own, other, ({ database }) => database, goals.database),
          mid(own, ({ perSecond }) => perSecond).toFixed(0),
          ratioOf(own, other, ({ perSecond }) => perSecond).text,
        ],
      ]
    }),
  )
}

/** Prints the service beside another version of it. */
export function printVersions(samples: Samples, version: string): void {
  printTable(
    `The service beside the version in ${version}`,
    ['', 'service', version, 'ratio', 'PostgreSQL', version, 'ratio', 'req/s', version],
    Object.entries(OPERATIONS).flatMap(([name, { title }]) => {
      const own = samples.get(`${name} licet`)
      const other = samples.get(`${name} ${version}`)
      if (own === undefined || other === undefined) return []
      const cells = (value: (sample: Sample) => number) => compare(own, other, value, undefined).slice(0, 3)
      const rates = [own, other].map((all) => mid(all, ({ perSecond }) => perSecond).toFixed(0))
      return [[title, ...cells(({ service }) => service), ...cells(({ database }) => database), ...rates]]
    }),
  )
}

const MAX_GROWTH = 1.3

/** Prints how the cost of a request grows from the first size of the database to the others. */
export function printGrowth(samples: Samples, sizes: readonly { readonly name: string }[]): void {
  const [first, ...larger] = sizes
  for (const { name: size } of larger) {
    printTable(
      `Growth, CPU µs per request, from ${first?.name} to ${size}`,
      ['', 'service', 'larger', 'ratio', 'goal', 'PostgreSQL', 'larger', 'ratio', 'goal'],
      Object.entries(OPERATIONS).flatMap(([name, { title }]) => {
        const before = samples.get(`${name} ${first?.name}`)
        const after = samples.get(`${name} ${size}`)
        if (before === undefined || after === undefined) return []
        const cells = (value: (sample: Sample) => number) => {
          const [large = '', small = '', ...rest] = compare(after, before, value, MAX_GROWTH)
          return [small, large, ...rest]
        }
        return [[title, ...cells(({ service }) => service), ...cells(({ database }) => database)]]
      }),
    )
  }
}

function compare(
  own: readonly Sample[],
  other: readonly Sample[],
  value: (sample: Sample) => number,
  goal: number | undefined,
): string[] {
  const { ratio, text } = ratioOf(own, other, value)
  const verdict = goal === undefined ? '–' : `≤ ${goal} ${ratio <= goal ? 'met' : '**missed**'}`
  return [mid(own, value).toFixed(0), mid(other, value).toFixed(0), text, verdict]
}

/** Returns the median of the ratios of the rounds, and prints it with the smallest and the largest. */
function ratioOf(own: readonly Sample[], other: readonly Sample[], value: (sample: Sample) => number) {
  const ratios = own.map((sample, round) => value(sample) / value(other[round] ?? sample)).filter(Number.isFinite)
  if (ratios.length === 0) return { ratio: Number.NaN, text: '–' }
  const ratio = median(ratios)
  return { ratio, text: `${ratio.toFixed(2)} (${Math.min(...ratios).toFixed(2)}–${Math.max(...ratios).toFixed(2)})` }
}

function mid(samples: readonly Sample[], value: (sample: Sample) => number): number {
  return median(samples.map(value))
}
