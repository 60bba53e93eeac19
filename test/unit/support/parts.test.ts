import { expect, it } from 'vitest'
import { CI, CI_PARTS, FULL, LANES, type Part, takePart, USUAL } from '../../support/parts.ts'

// Between `npm test` and the other parts of `.ci/run`, one lane waited for the other for up to 400 s.
it('gives a lane without parts the first part of either lane', () => {
  const [browser, first, second, node] = (['browser', 'either', 'either', 'node'] as const).map(
    (lane): Part => ({ title: lane, tier: 'usual', projects: [], lane }),
  )
  const waiting = [browser, first, second, node].filter((part) => part !== undefined)
  expect(takePart(waiting, 'node')).toBe(node)
  expect(takePart(waiting, 'node')).toBe(first)
  expect(takePart(waiting, 'browser')).toBe(browser)
  expect(takePart(waiting, 'browser')).toBe(second)
  expect(takePart(waiting, 'node')).toBeUndefined()
})

it('runs each part of npm test and of CI_PARTS once in CI', () => {
  const waiting = [...CI]
  const taken: Part[] = []
  for (const lane of LANES)
    for (let part = takePart(waiting, lane); part !== undefined; part = takePart(waiting, lane)) taken.push(part)
  expect(waiting).toEqual([])
  expect(taken.map(({ title }) => title).sort()).toEqual(
    [...USUAL, ...CI_PARTS.map((name) => FULL[name])].map(({ title }) => title).sort(),
  )
})
