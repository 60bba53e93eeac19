import { expect, it } from 'vitest'
import { en } from '../../../src/locales/en.ts'
import { codeBlocks, documents } from '../../support/documents.ts'

const LABELS: readonly string[] = Object.values(en).flatMap((text) => (typeof text === 'string' ? [text] : Object.values(text)))

/** Returns the names of the controls that an example looks for, by the kinds of queries of Testing Library and Playwright. */
function namesIn(code: string): readonly string[] {
  return [...code.matchAll(/ByRole\([^)]*name: '([^']*)'|(?<!\.)\bpress\('([^']*)'\)/g)].map(([, one, other]) => one ?? other ?? '')
}

/** Returns whether the kit shows a text: with the names that the examples give to the company. */
function isShown(name: string): boolean {
  return LABELS.some((label) => ['Acme', 'My shop'].some((company) => label.replaceAll('{company}', company) === name))
}

// Regression: a test of the docs looked for "Agree and create license", which no button has.
it('the examples look for labels that the kit shows', () => {
  const names = documents().flatMap((document) =>
    ['js', 'jsx', 'ts', 'tsx'].flatMap((language) => codeBlocks(document, language).flatMap(namesIn)),
  )
  expect(names.length).toBeGreaterThan(4)
  expect(names.filter((name) => !isShown(name))).toEqual([])
})
