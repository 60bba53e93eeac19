import type { LintFinding } from '../../core/errors.ts'
import type { Block } from './block.ts'

/** A place in a text: offsets of its source. */
export interface Place {
  readonly start: number
  readonly end: number
}

/** What a rule reports: the rule, the place, what is wrong and what to do. */
export interface Fault extends Place {
  readonly rule: string
  readonly severity: LintFinding['severity']
  readonly message: string
  readonly fix: string
}

const MAX_WORDS_CHARS = 160

/** Returns the place of a part of a block. */
export function placeIn(block: Block, from = 0, to: number = block.text.length): Place {
  const start = block.offsetOf(from)
  return { start, end: Math.max(start, block.offsetOf(Math.max(from, to - 1)) + 1) }
}

/** Returns faults as findings, in the order of the text. */
export function toFindings(source: string, file: string, faults: readonly Fault[]): LintFinding[] {
  const lines = lineStarts(source)
  return [...faults]
    .sort((a, b) => a.start - b.start)
    .map(({ rule, severity, message, fix, start, end }) => {
      const line = lineOf(lines, start)
      const words = source.slice(start, Math.min(end, start + MAX_WORDS_CHARS)).trim()
      return { rule, severity, message, fix, words, file, line: line + 1, column: start - (lines[line] ?? 0) + 1 }
    })
}

function lineStarts(source: string): number[] {
  const starts = [0]
  for (let at = source.indexOf('\n'); at >= 0; at = source.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function lineOf(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle - 1
  }
  return low
}
