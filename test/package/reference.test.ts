import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { generatedPages } from '../support/reference/main.ts'
import { readApi } from '../support/reference/read-api.ts'
import { renderReference } from '../support/reference/render.ts'
import { projectRoot } from '../support/run-command.ts'

const pages = renderReference(readApi())

it('has a reference page for every subpath, and no page for a removed subpath', () => {
  expect([...generatedPages()].sort()).toEqual([...pages.keys()].sort())
})

// Regression: the values of ConsentState were the name of a list, and the members of a hook's result were missing.
it.each([...pages])('docs/reference/%s spells out the values of each type and the members of each result', (_, text) => {
  expect(text).not.toMatch(/\(typeof \w+\)\[number\]|\bv\.\w+Schema|It returns:\n\n(?!\|)/)
})

it.each([...pages])('docs/reference/%s is current; `npm run build && npm run docs` writes it', (name, text) => {
  expect(readFileSync(join(projectRoot, 'docs/reference', name), 'utf8')).toBe(text)
})
