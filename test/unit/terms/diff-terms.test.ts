import { describe, expect, test } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import { MAX_STEPS } from '../../../src/terms/diff/diff-terms.ts'
import { STEPS_PER_SLICE } from '../../../src/terms/diff/diff-tokens.ts'
import { applyTermsDiff, diffTerms, diffTermsAsync, MAX_DIFF_LENGTH } from '../../../src/terms/diff/index.ts'
import { countOf, inTitle } from '../../support/counts.ts'

const BEFORE = `Intro.

## One

First clause with some words.

## Two

Second clause.

## Three

Third clause.
`

const AFTER = `Intro.

## Three

Third clause.

## One

First clause with other words.

## Four

A new clause.
`

describe('experience 14: a redline', () => {
  test('lists clauses that were added, removed, moved, or changed by word', () => {
    const { clauses, same } = diffTerms(BEFORE, AFTER)
    expect(same).toBe(false)
    expect(clauses.map(({ heading, change, moved }) => [heading, change, moved])).toEqual([
      ['', 'same', false],
      ['Three', 'same', true],
      ['One', 'changed', false],
      ['Two', 'removed', false],
      ['Four', 'added', false],
    ])
    expect(clauses[2]?.parts).toEqual([
      { kind: 'same', text: '## One\n\nFirst clause with ' },
      { kind: 'removed', text: 'some' },
      { kind: 'added', text: 'other' },
      { kind: 'same', text: ' words.\n\n' },
    ])
  })

  test('recognizes a renamed clause', () => {
    const { clauses } = diffTerms(BEFORE, BEFORE.replace('## Two', '## The second'))
    expect(clauses.map(({ heading, change }) => [heading, change])).toContainEqual(['The second', 'changed'])
  })

  test('joins adjacent changed words to one change', () => {
    const { clauses } = diffTerms('We sell your data to firms.\n', 'We never give your data to firms.\n')
    expect(clauses[0]?.parts.filter((part) => part.kind !== 'same')).toEqual([
      { kind: 'removed', text: 'sell' },
      { kind: 'added', text: 'never give' },
    ])
  })

  test('cannot be applied to a text other than its first', () => {
    const diff = diffTerms(BEFORE, AFTER)
    expect(codeOf(() => applyTermsDiff(BEFORE.replace('some', 'more'), diff))).toBe('terms_changed')
  })

  // Case and indentation matter to readers: "MAY" is emphasis, and an indented line is code.
  test.each([
    ['a change of case', 'You may not.\n', 'You MAY not.\n'],
    ['a line that is set in', 'Code\n', '    Code\n'],
  ])('counts %s as a change', (_, from, to) => {
    expect(diffTerms(from, to).clauses.map(({ change }) => change)).toEqual(['changed'])
  })

  test('does not count blank lines at the end of a clause as a change', () => {
    expect(diffTerms('Text.\n', 'Text.\n\n').clauses.map(({ change }) => change)).toEqual(['same'])
  })

  test('is refused for texts of more than 2 MiB', () => {
    expect(codeOf(() => diffTerms('', 'x'.repeat(MAX_DIFF_LENGTH + 1)))).toBe('payload_too_large')
    expect(codeOf(() => diffTerms('x'.repeat(MAX_DIFF_LENGTH + 1), ''))).toBe('payload_too_large')
  })

  test('can be aborted', async () => {
    const signal = { aborted: true }
    await expect(diffTermsAsync(BEFORE, AFTER, { signal })).rejects.toMatchObject({ code: 'aborted' })
  })
})

describe('two texts of 200 kB', () => {
  const random = randomFrom(7)
  const words = Array.from({ length: 3000 }, (_, at) => `w${((at * 7919) % 3001).toString(36)}`)
  const word = () => words[Math.floor(random() * words.length)] ?? ''
  const clause = (at: number) => `## Clause ${at}\n\n${Array.from({ length: 80 }, word).join(' ')}.\n\n`
  const text = Array.from({ length: 520 }, (_, at) => clause(at)).join('')
  const mutated = (share: number) => text.replace(/\bw\w+/g, (old) => (random() < share ? word() : old))
  const OTHERS: readonly (readonly [string, string])[] = [
    ['one word in a hundred', mutated(0.01)],
    ['one word in five', mutated(0.2)],
    ['every word', Array.from({ length: 520 }, (_, at) => clause(at)).join('')],
  ]

  test.each(OTHERS)('are compared within the budget of steps, in slices, when %s differs', async (_, other) => {
    const slices = await countSlices(text, other)
    expect(slices).toBeGreaterThan(10)
    expect(slices).toBeLessThanOrEqual(MAX_SLICES)
  })
})

// Reading continues after the budget is used up, so that no text is lost.
const MAX_SLICES = 1.2 * (MAX_STEPS / STEPS_PER_SLICE)

async function countSlices(from: string, to: string): Promise<number> {
  let slices = 0
  const diff = await diffTermsAsync(from, to, { pause: async () => void slices++ })
  expect(applyTermsDiff(from, diff) === to).toBe(true)
  return slices
}

function randomFrom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 48_271) % 2_147_483_647
    return state / 2_147_483_647
  }
}

function codeOf(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    return isLicetError(error) ? error.code : String(error)
  }
  return undefined
}

describe('hostile texts', () => {
  const SIZE = countOf(MAX_DIFF_LENGTH, MAX_DIFF_LENGTH / 8)
  const PAIRS: readonly (readonly [string, string])[] = [
    ['a ', 'b '],
    ['a\n\n', 'b\n'],
    ['# a\n', '# b\n'],
    ['# \n', '## \n'],
    ['x', 'y'],
  ]

  test.each(PAIRS)(
    `H1: are compared within the budget of steps: ${inTitle(SIZE)} letters of %j with as many of %j`,
    async (one, other) => {
      const [from, to] = [one.repeat(SIZE / one.length), other.repeat(SIZE / other.length)]
      expect(await countSlices(from, to)).toBeLessThanOrEqual(MAX_SLICES)
    },
  )
})
