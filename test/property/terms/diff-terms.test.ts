import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { compileTerms } from '../../../src/terms/compile-terms.ts'
import { applyTermsDiff, diffTerms, diffTermsAsync } from '../../../src/terms/diff/diff-terms.ts'
import { createBudget, diffTokens } from '../../../src/terms/diff/diff-tokens.ts'
import { agreements } from '../../fixtures/agreements.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'

const line = fc.constantFrom(
  '# One',
  '## Two',
  '## Three',
  '',
  'a b c d',
  'a x c d',
  'some words that are long enough',
  'é 東 👩‍👧',
  '- item',
  '\\# no heading',
)
const document = fc.array(line, { maxLength: 40 }).map((lines) => lines.join('\n'))
const anyText = fc.oneof(document, fc.string({ unit: 'binary', maxLength: 60 }))

describe('a redline', () => {
  test('returns the second text when it is applied to the first', () => {
    fc.assert(
      fc.property(anyText, anyText, (from, to) => {
        const diff = diffTerms(from, to)
        expect(applyTermsDiff(from, diff)).toBe(to)
        expect(diff.same).toBe(from === to)
      }),
      { numRuns: countOf(2000, 700) },
    )
  })

  test('returns the terms of the second agreement when it is applied to the terms of the first', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), agreements(ALL_TEMPLATES), (one, other) => {
        const [from, to] = [compileTerms(one), compileTerms(other)]
        expect(applyTermsDiff(from, diffTerms(from, to))).toBe(to)
      }),
      { numRuns: 100 },
    )
  })

  test('is the same when computed in slices', async () => {
    await fc.assert(
      fc.asyncProperty(document, document, async (from, to) => {
        expect(await diffTermsAsync(from, to, { pause: async () => {} })).toEqual(diffTerms(from, to))
      }),
      { numRuns: 200 },
    )
  })

  test('contains each clause of both texts once', () => {
    fc.assert(
      fc.property(document, document, (from, to) => {
        const { clauses } = diffTerms(from, to)
        const placesOf = (side: 'from' | 'to') => clauses.flatMap((clause) => clause[side] ?? []).sort((a, b) => a - b)
        for (const side of ['from', 'to'] as const) expect(placesOf(side)).toEqual(placesOf(side).map((_, at) => at))
      }),
    )
  })

  test('is as short as possible within the budget, and correct when the budget is used up', () => {
    const tokens = fc.array(fc.constantFrom('a', 'b', 'c'), { maxLength: 12 })
    fc.assert(
      fc.property(tokens, tokens, fc.constantFrom(0, 5, 1e6), (from, to, steps) => {
        const parts = finish(diffTokens(from, to, createBudget(steps)))
        const without = (kind: string) =>
          parts
            .filter((part) => part.kind !== kind)
            .map((part) => part.text)
            .join('')
        expect([without('added'), without('removed')]).toEqual([from.join(''), to.join('')])
        if (steps < 1e6) return
        const same = parts
          .filter((part) => part.kind === 'same')
          .map((part) => part.text)
          .join('')
        expect(same.length).toBe(longestCommon(from, to))
      }),
      { numRuns: countOf(1000, 400) },
    )
  })
})

function finish<Result>(work: Generator<void, Result>): Result {
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
  }
}

function longestCommon(a: readonly string[], b: readonly string[]): number {
  const row = new Array<number>(b.length + 1).fill(0)
  for (const token of a) {
    let diagonal = 0
    for (let at = 1; at <= b.length; at++) {
      const above = row[at] ?? 0
      row[at] = token === b[at - 1] ? diagonal + 1 : Math.max(above, row[at - 1] ?? 0)
      diagonal = above
    }
  }
  return row[b.length] ?? 0
}
