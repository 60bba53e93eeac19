import { afterAll } from 'vitest'
import { printTable } from '../support/print-table.ts'
import type { Outcome } from './fault-world.ts'

const MEGABYTE = 1_000_000

/** Returns a function that takes a row. At the end of the file, all rows are printed as a table. */
export function createRows(title: string, head: readonly string[]): (...row: (string | number)[]) => void {
  const rows: (string | number)[][] = []
  afterAll(() => printTable(title, head, rows))
  return (...row) => rows.push(row)
}

/** Returns a function that takes the outcome of a fault. At the end of the file, all outcomes are printed as a table. */
export function createFaultTable(title: string): (fault: string, outcome: Outcome) => void {
  const addRow = createRows(title, [
    ...['fault', 'licenses', 'lost', 'twice', 'partial', 'unlogged', 'tokens used twice', 'process ended'],
    ...['responses by status (0: none)', 'p99 ms', 'slowest response ms', 'recovered after ms', 'peak MB'],
  ])
  return (fault, { report, lost, twice, partial, unlogged, tokensUsedTwice, ended, recoveredMs, peakMemory }) => {
    const statuses = Object.entries(report.statuses).map(([status, count]) => `${status}: ${count}`)
    addRow(
      ...[fault, report.ids.length, lost, twice, partial, unlogged, tokensUsedTwice, ended, statuses.join(', ')],
      ...[report.p99, report.slowestAnswer, recoveredMs, peakMemory / MEGABYTE].map((value) => value.toFixed(0)),
    )
  }
}
