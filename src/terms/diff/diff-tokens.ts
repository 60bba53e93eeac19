/** One step from one text to another. */
export interface TextChange {
  readonly kind: 'same' | 'added' | 'removed'
  readonly text: string
}

// Maximum number of edits in one range before it counts as replaced. The time of the search grows with their square.
const MAX_EDITS = 300
// A range with more words is split first, at words that occur once on each side.
const ANCHOR_FROM = 24
const MAX_DEPTH = 12

/** The remaining steps of a comparison. Steps are counted, not timed, so that every machine finds the same result. */
export interface Budget {
  steps: number
  /** At fewer remaining steps the comparison yields to other tasks. */
  pauseAt: number
}

/** Steps in one slice: about 5 ms on a slow phone. A long task begins at 50 ms. */
export const STEPS_PER_SLICE = 30_000

/** Makes a budget. */
export function createBudget(steps: number): Budget {
  return { steps, pauseAt: steps - STEPS_PER_SLICE }
}

/** Yields when a slice of the budget is used up. */
export function* takeTurns(budget: Budget): Generator<void, void> {
  if (budget.steps >= budget.pauseAt) return
  budget.pauseAt = budget.steps - STEPS_PER_SLICE
  yield
}

/**
 * Compares two lists of tokens with the algorithm of Myers (1986), after splitting them at tokens that occur once, as patience diff does.
 *
 * When the budget is used up, the rest counts as replaced: the result is then coarser, but still correct.
 */
export function* diffTokens(from: readonly string[], to: readonly string[], budget: Budget): Generator<void, TextChange[]> {
  const ids = new Map<string, number>()
  const number = (token: string): number => {
    const known = ids.get(token)
    if (known !== undefined) return known
    ids.set(token, ids.size)
    return ids.size - 1
  }
  const a = Int32Array.from(from, number)
  const b = Int32Array.from(to, number)
  const changes: { kind: TextChange['kind']; text: string }[] = []
  budget.steps -= a.length + b.length
  yield* compare(0, a.length, 0, b.length, 0)
  return changes

  function emit(kind: TextChange['kind'], tokens: readonly string[], start: number, end: number): void {
    if (start >= end) return
    const text = tokens.slice(start, end).join('')
    const last = changes.at(-1)
    if (last?.kind === kind) last.text += text
    else changes.push({ kind, text })
  }

  function* compare(aStart: number, aEnd: number, bStart: number, bEnd: number, depth: number): Generator<void, void> {
    yield* takeTurns(budget)
    let head = 0
    while (aStart + head < aEnd && bStart + head < bEnd && a[aStart + head] === b[bStart + head]) head++
    let tail = 0
    while (aEnd - tail > aStart + head && bEnd - tail > bStart + head && a[aEnd - tail - 1] === b[bEnd - tail - 1]) tail++
    budget.steps -= head + tail
    emit('same', from, aStart, aStart + head)
    yield* middle(aStart + head, aEnd - tail, bStart + head, bEnd - tail, depth)
    emit('same', from, aEnd - tail, aEnd)
  }

  function* middle(aStart: number, aEnd: number, bStart: number, bEnd: number, depth: number): Generator<void, void> {
    const length = Math.min(aEnd - aStart, bEnd - bStart)
    const anchors = length >= ANCHOR_FROM && depth < MAX_DEPTH && budget.steps > 0 ? findAnchors(aStart, aEnd, bStart, bEnd) : []
    if (anchors.length > 0) {
      let [aAt, bAt] = [aStart, bStart]
      for (const [aAnchor, bAnchor] of anchors) {
        yield* compare(aAt, aAnchor, bAt, bAnchor, depth + 1)
        emit('same', from, aAnchor, aAnchor + 1)
        aAt = aAnchor + 1
        bAt = bAnchor + 1
      }
      yield* compare(aAt, aEnd, bAt, bEnd, depth + 1)
      return
    }
    const path =
      length === 0 || budget.steps <= 0 ? undefined : shortestEdit(a.subarray(aStart, aEnd), b.subarray(bStart, bEnd), budget)
    if (path === undefined) {
      emit('removed', from, aStart, aEnd)
      emit('added', to, bStart, bEnd)
      return
    }
    for (const [kind, at] of path) {
      if (kind === 'added') emit(kind, to, bStart + at, bStart + at + 1)
      else emit(kind, from, aStart + at, aStart + at + 1)
    }
  }

  // Returns the tokens that occur once on each side, in the longest order that both sides share.
  function findAnchors(aStart: number, aEnd: number, bStart: number, bEnd: number): [number, number][] {
    const aAt = onceIn(a, aStart, aEnd)
    const bAt = onceIn(b, bStart, bEnd)
    budget.steps -= aEnd - aStart + bEnd - bStart
    const pairs: [number, number][] = []
    for (const [token, at] of aAt) {
      const other = bAt.get(token)
      if (at >= 0 && other !== undefined && other >= 0) pairs.push([at, other])
    }
    return longestRise(pairs.map(([, other]) => other)).flatMap((at) => (pairs[at] ? [pairs[at]] : []))
  }
}

function onceIn(tokens: Int32Array, start: number, end: number): Map<number, number> {
  const places = new Map<number, number>()
  for (let at = start; at < end; at++) {
    const token = tokens[at] ?? -1
    places.set(token, places.has(token) ? -1 : at)
  }
  return places
}

/** Returns the indices of the longest strictly increasing subsequence (patience sorting). */
export function longestRise(values: readonly number[]): number[] {
  const tops: number[] = []
  const before: number[] = []
  values.forEach((value, at) => {
    let low = 0
    let high = tops.length
    while (low < high) {
      const half = (low + high) >> 1
      if ((values[tops[half] ?? 0] ?? 0) < value) low = half + 1
      else high = half
    }
    before[at] = low > 0 ? (tops[low - 1] ?? -1) : -1
    tops[low] = at
  })
  const rise: number[] = []
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) rise.push(at)
  return rise.reverse()
}

// Greedy search of Myers. Returns `undefined` when it needs more than MAX_EDITS, or the budget is used up.
function shortestEdit(a: Int32Array, b: Int32Array, budget: Budget): [TextChange['kind'], number][] | undefined {
  const limit = Math.min(MAX_EDITS, a.length + b.length)
  const offset = limit + 1
  const reach = new Int32Array(2 * limit + 3)
  const trace: Int32Array[] = []
  for (let edits = 0; edits <= limit; edits++) {
    trace.push(reach.slice(offset - edits - 1, offset + edits + 2))
    budget.steps -= edits + 1
    if (budget.steps <= 0) return undefined
    for (let k = -edits; k <= edits; k += 2) {
      const down = k === -edits || (k !== edits && at(reach, offset + k - 1) < at(reach, offset + k + 1))
      let x = down ? at(reach, offset + k + 1) : at(reach, offset + k - 1) + 1
      while (x < a.length && x - k < b.length && a[x] === b[x - k]) x++
      reach[offset + k] = x
      if (x >= a.length && x - k >= b.length) return walkBack(trace, a.length, b.length)
    }
  }
  return undefined
}

function walkBack(trace: readonly Int32Array[], aLength: number, bLength: number): [TextChange['kind'], number][] {
  const path: [TextChange['kind'], number][] = []
  let x = aLength
  let y = bLength
  for (let edits = trace.length - 1; edits >= 0; edits--) {
    const reach = trace[edits] ?? new Int32Array()
    const k = x - y
    const down = k === -edits || (k !== edits && at(reach, edits + k) < at(reach, edits + k + 2))
    const start = edits === 0 ? 0 : down ? at(reach, edits + k + 2) : at(reach, edits + k) + 1
    while (x > start) {
      x--
      y--
      path.push(['same', x])
    }
    if (edits === 0) break
    if (down) path.push(['added', --y])
    else path.push(['removed', --x])
  }
  return path.reverse()
}

function at(values: Int32Array, index: number): number {
  return values[index] ?? 0
}
