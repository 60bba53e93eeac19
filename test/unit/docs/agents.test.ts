import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { projectRoot } from '../../support/run-command.ts'

const text = readFileSync(join(projectRoot, 'docs/AGENTS.md'), 'utf8')

test('AGENTS.md is short, and its examples are of the public API', () => {
  // test/package/documents.test.ts compiles its examples.
  expect(text.split('\n').length).toBeLessThanOrEqual(150)
  const imported = [...text.matchAll(/from '(licet[^']*)'/g)].map(([, name = '']) => name.replace('licet', '.'))
  for (const subpath of imported) expect(Object.keys(manifest.exports)).toContain(subpath)
})

test('AGENTS.md points only at pages of the package', () => {
  for (const [, page = ''] of text.matchAll(/`(docs\/[\w/-]+\.md)`/g))
    expect(readFileSync(join(projectRoot, page), 'utf8')).not.toBe('')
})
