import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { renderWords } from '../../support/reference/words.ts'

it('the page of words lists each word and its name as the source has them', () => {
  const page = readFileSync(join(import.meta.dirname, '../../../docs/reference/words.md'), 'utf8')
  expect(page, 'To fix this, run `npm run build && npm run docs`.').toBe(renderWords())
})
