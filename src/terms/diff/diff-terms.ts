import { LicetError } from '../../core/errors.ts'
import { createBudget, diffTokens, longestRise, type TextChange, takeTurns } from './diff-tokens.ts'
import { matchClauses, splitClauses, splitLines } from './match-clauses.ts'

/** The comparison of one clause: a heading and the text up to the next heading. */
export interface ClauseDiff {
  /** `same` ignores blank lines at the end of the clause. */
  readonly change: 'same' | 'added' | 'removed' | 'changed'
  /** Whether the clause moved among the clauses that both texts have. */
  readonly moved: boolean
  /** The heading without marks. Empty for the text before the first heading. */
  readonly heading: string
  /** Index of the clause in the first text, from 0. Absent when added. */
  readonly from?: number
  /** Index of the clause in the second text, from 0. Absent when removed. */
  readonly to?: number
  /** The Markdown of the clause, in steps from the first text to the second. */
  readonly parts: readonly TextChange[]
}

/** The comparison of two texts. */
export interface TermsComparison {
  /** Clauses in the order of the second text, with removed ones at their old place. */
  readonly clauses: readonly ClauseDiff[]
  /** Whether the texts are equal. */
  readonly same: boolean
}

/** Longest text that is compared, in UTF-16 units. */
export const MAX_DIFF_LENGTH = 2 * 1024 * 1024
/** Steps of the inner loop that one comparison may take. */
export const MAX_STEPS = 1_500_000
// An e-mail address, a host name and a hyphenated word are one token each.
const TOKEN = /[\p{L}\p{M}\p{N}]+(?:[.@_+-][\p{L}\p{M}\p{N}]+)*|\s+|[\s\S]/gu

/**
 * Compares two texts of terms, and returns the clauses that were added, removed, moved or changed word by word.
 *
 * Two texts of 200 kB take less than 200 ms. In a browser, prefer {@link diffTermsAsync}.
 *
 * @throws {LicetError} `payload_too_large` when a text has more than 2,097,152 UTF-16 units.
 * @example
 * const { clauses, same } = diffTerms(oldText, newText)
 */
export function diffTerms(from: string, to: string): TermsComparison {
  const work = compareTerms(from, to)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

/** Options of {@link diffTermsAsync}. */
export interface DiffTermsAsyncOptions {
  /** Lets other tasks run between two slices. Default: a timer of 0 ms. */
  readonly pause?: (() => Promise<void>) | undefined
  readonly signal?: { readonly aborted: boolean } | undefined
}

/**
 * Compares two texts like {@link diffTerms}, in slices of a few milliseconds, so that a page stays responsive.
 *
 * @throws {LicetError} `aborted` when the signal is aborted, `payload_too_large` like {@link diffTerms}.
 */
export async function diffTermsAsync(from: string, to: string, options: DiffTermsAsyncOptions = {}): Promise<TermsComparison> {
  const { pause = () => new Promise<void>((resolve) => setTimeout(resolve, 0)), signal } = options
  const work = compareTerms(from, to)
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    await pause()
    if (signal?.aborted)
      throw new LicetError(
        'aborted',
        'The signal aborted the comparison. There is no result. Call diffTermsAsync() again with another signal.',
      )
  }
}

/**
 * Applies a comparison to its first text, and returns the second text.
 *
 * @throws {LicetError} `terms_changed` when the text is not the first text of the comparison.
 */
export function applyTermsDiff(from: string, diff: TermsComparison): string {
  const clauses = splitClauses(from)
  for (const clause of diff.clauses) {
    if (clause.from === undefined) continue
    if (textWithout(clause.parts, 'added') === clauses[clause.from]?.text) continue
    throw new LicetError(
      'terms_changed',
      'The text is not the first text of this comparison. It was not changed. Compare the two texts again.',
    )
  }
  return diff.clauses
    .filter((clause) => clause.to !== undefined)
    .map((clause) => textWithout(clause.parts, 'removed'))
    .join('')
}

function* compareTerms(from: string, to: string): Generator<void, TermsComparison> {
  if (Math.max(from.length, to.length) > MAX_DIFF_LENGTH) {
    throw new LicetError(
      'payload_too_large',
      `A text has more than ${MAX_DIFF_LENGTH} characters, which is the limit. Nothing was compared. Compare parts of it.`,
    )
  }
  const before = splitClauses(from)
  yield
  const after = splitClauses(to)
  yield
  const partner = yield* matchClauses(before, after)
  const matched = [...partner.keys()].sort((a, b) => a - b)
  const inOrder = new Set(longestRise(matched.map((at) => partner.get(at) ?? 0)).map((at) => matched[at]))
  const budget = createBudget(MAX_STEPS)
  const kept = new Set(partner.values())
  const clauses: ClauseDiff[] = []
  const anchors = [...inOrder].map((at) => partner.get(at ?? -1) ?? 0)
  let passed = 0
  let removedUpTo = 0
  for (const [at, clause] of after.entries()) {
    const old = partner.get(at)
    // Removed clauses come before the clause that replaced them.
    const next = anchors[passed] ?? before.length
    for (const removed of removedBetween(removedUpTo, next)) clauses.push(removed)
    removedUpTo = next
    if (inOrder.has(at)) passed++
    const common = { heading: clause.heading, to: at }
    const oldText = old === undefined ? undefined : before[old]?.text
    if (old === undefined || oldText === undefined) {
      clauses.push({ ...common, change: 'added', moved: false, parts: [{ kind: 'added', text: clause.text }] })
      continue
    }
    // A clause has a fixed cost too. Otherwise 100,000 empty clauses would run in one slice.
    budget.steps -= 200 + oldText.length
    yield* takeTurns(budget)
    const parts = yield* diffText(oldText, clause.text)
    clauses.push({
      ...common,
      from: old,
      change: oldText.trimEnd() === clause.text.trimEnd() ? 'same' : 'changed',
      moved: !inOrder.has(at),
      parts,
    })
  }
  for (const removed of removedBetween(removedUpTo, before.length)) clauses.push(removed)
  return { clauses, same: from === to }

  function removedBetween(start: number, end: number): ClauseDiff[] {
    return before.slice(start, end).flatMap((clause, index) => {
      const at = start + index
      if (kept.has(at)) return []
      return [
        { heading: clause.heading, from: at, change: 'removed', moved: false, parts: [{ kind: 'removed', text: clause.text }] },
      ]
    })
  }

  // Compares lines first, and then the words of changed lines. A paragraph is one line.
  function* diffText(oldText: string, newText: string): Generator<void, TextChange[]> {
    if (oldText === newText) return [{ kind: 'same', text: oldText }]
    const parts: TextChange[] = []
    const lines = yield* diffTokens(splitLines(oldText), splitLines(newText), budget)
    for (let at = 0; at < lines.length; at++) {
      const [here, next] = [lines[at], lines[at + 1]]
      if (here && next && here.kind !== 'same' && next.kind !== 'same') {
        const [removed, added] = here.kind === 'removed' ? [here, next] : [next, here]
        for (const part of smooth(yield* diffTokens(splitWords(removed.text), splitWords(added.text), budget))) parts.push(part)
        at++
      } else if (here) parts.push(here)
    }
    return mergeNeighbours(parts)
  }
}

// Joins two changes with only white space between them, because people read them as one.
function smooth(parts: readonly TextChange[]): TextChange[] {
  const runs: TextChange[] = []
  let removed = ''
  let added = ''
  const flush = () => {
    if (removed !== '') runs.push({ kind: 'removed', text: removed })
    if (added !== '') runs.push({ kind: 'added', text: added })
    removed = ''
    added = ''
  }
  parts.forEach((part, at) => {
    const between = part.kind === 'same' && removed + added !== '' && parts[at + 1] !== undefined && /^\s*$/.test(part.text)
    if (part.kind !== 'added' && (between || part.kind === 'removed')) removed += part.text
    if (part.kind !== 'removed' && (between || part.kind === 'added')) added += part.text
    if (part.kind === 'same' && !between) {
      flush()
      runs.push(part)
    }
  })
  flush()
  return runs
}

function mergeNeighbours(parts: readonly TextChange[]): TextChange[] {
  const merged: { kind: TextChange['kind']; text: string }[] = []
  for (const part of parts) {
    const last = merged.at(-1)
    if (last?.kind === part.kind) last.text += part.text
    else merged.push({ ...part })
  }
  return merged
}

function textWithout(parts: readonly TextChange[], kind: TextChange['kind']): string {
  return parts
    .filter((part) => part.kind !== kind)
    .map((part) => part.text)
    .join('')
}

function splitWords(text: string): string[] {
  return text.match(TOKEN) ?? []
}
