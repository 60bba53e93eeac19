import { expect, it } from 'vitest'
import { MAX_STEPS } from '../../../src/terms/diff/diff-terms.ts'
import { STEPS_PER_SLICE } from '../../../src/terms/diff/diff-tokens.ts'
import { applyTermsDiff, diffTermsAsync } from '../../../src/terms/diff/index.ts'

/** 520 clauses of 80 words, of which every `step`-th word is another in the second text: 200 kB each. */
function writeTexts(step: number): readonly [from: string, to: string] {
  const write = (changed: boolean) =>
    Array.from({ length: 520 }, (_, clause) => {
      const words = Array.from({ length: 80 }, (_, at) => {
        const place = clause * 80 + at
        return `w${((place * 7919) % 3001).toString(36)}${changed && place % step === 0 ? 'x' : ''}`
      })
      return `## Clause ${clause}\n\n${words.join(' ')}.\n\n`
    }).join('')
  return [write(false), write(true)]
}

it.each([[100], [5], [1]])(
  'the redline of two texts of 200 kB, every %i. word changed, gives the page its turn after each slice of its budget',
  async (step) => {
    const [from, to] = writeTexts(step)
    let turns = 0
    let drawn = 0
    const diff = await diffTermsAsync(from, to, {
      pause: () => {
        turns++
        return new Promise((resolve) =>
          setTimeout(() => {
            drawn++
            resolve()
          }),
        )
      },
    })
    expect(applyTermsDiff(from, diff)).toBe(to)
    expect(drawn).toBe(turns)
    expect(turns).toBeGreaterThan(10)
    expect(turns).toBeLessThanOrEqual(1.2 * (MAX_STEPS / STEPS_PER_SLICE))
  },
)
