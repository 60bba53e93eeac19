import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { WORDS } from '../../../src/terms/gallery.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'

const NUMBERS = 'No One Two Three Four Five Six Seven Eight Nine Ten'.split(' ')

// Regression: the README counted eight languages when people signed an English contract in five of them.
it('the README counts a language only when all its terms exist', () => {
  const of = (locale: string) => ALL_TEMPLATES.filter((template) => template.locale === locale).length
  const complete = Object.keys(WORDS).filter((locale) => of(locale) === of('en'))
  const readme = readFileSync(join(import.meta.dirname, '../../../README.md'), 'utf8')
  expect(readme).toContain(`**${NUMBERS[complete.length]} languages`)
})
