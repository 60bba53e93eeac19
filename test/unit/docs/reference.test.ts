import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { statedDefault } from '../../support/reference/docstrings.ts'
import { breakSignature, cell } from '../../support/reference/markdown.ts'
import { tidy } from '../../support/reference/type-text.ts'
import { withWireTables } from '../../support/reference/wire-tables.ts'
import { projectRoot } from '../../support/run-command.ts'

it.each([
  ['Port to listen on. Default: 8787.', '8787', 'Port to listen on.'],
  ['Level of the title. Default 1 on a page, else 2.', '1 on a page, else 2', 'Level of the title.'],
  ['Default: `Date.now`. Milliseconds since the epoch.', '`Date.now`', 'Milliseconds since the epoch.'],
  ['Defaults to the language of `messages`.', 'the language of `messages`', ''],
  ['What the company declares.', undefined, 'What the company declares.'],
])('reads the default from "%s"', (text, stated, rest) => {
  expect(statedDefault(text)).toEqual({ default: stated, rest })
})

it('keeps two sentences of a meaning, and escapes bars', () => {
  expect(cell('One a|b. Two. Three.')).toBe('One a\\|b. Two.')
})

it.each([
  ['readonly string[] | undefined', 'string[]'],
  ['((open: boolean) => void) | undefined', '(open: boolean) => void'],
  ['(a: string) => (() => void)', '(a: string) => (() => void)'],
  ['{\n  readonly signal?: AbortSignal | undefined;\n}', '{ signal?: AbortSignal }'],
])('shortens the type %s', (text, short) => {
  expect(tidy(text)).toBe(short)
})

it('breaks a long declaration at its parameters', () => {
  const long = `function f(first: ${'A'.repeat(60)}, second: ${'B'.repeat(60)}): void`
  expect(breakSignature(long).split('\n')).toHaveLength(4)
})

it('has the members of every request, record and event in the protocol as `src/protocol/records` declares them', () => {
  const page = readFileSync(join(projectRoot, 'docs/reference/protocol.md'), 'utf8')
  // `npm run docs` writes them.
  expect(withWireTables(page)).toBe(page)
})
