import fc from 'fast-check'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { loadText } from '../../../src/components/terms/load-text.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { parseTemplate } from '../../../src/terms/parse-template.ts'
import { CLAUSES } from '../../../src/terms/summary-order.ts'
import { ACME } from '../../fixtures/acme.ts'
import { templateOf } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'

const { words } = templateOf('en', 'rewards')

// `%` is a word that occurs nowhere else.
const INLINES = [
  '%',
  '*%*',
  '**% %**',
  '_%_',
  '~~%~~',
  '`%`',
  '[%](https://a.example/)',
  '% &amp; %',
  '1.1 %',
  '(a) %',
  '%  \n%',
  '%[^1]',
]
const VALUES = [
  '{{company.name}}',
  '**{{company.name}}**',
  '{{#expiry}}until {{expiry}} %{{/expiry}}',
  '{{^compensation}}gone{{/compensation}}',
]
const inline = fc
  .array(fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...INLINES) }, fc.constantFrom(...VALUES)), {
    minLength: 1,
    maxLength: 4,
  })
  .map((parts) => parts.join(' '))
const oneLine = inline.map((text) => text.replaceAll('\n', ' '))
const block = fc.oneof(
  inline,
  oneLine.map((text) => `### ${text}`),
  oneLine.map((text) => `${text}\n===`),
  inline.map((text) => `- % \n  - ${text.replaceAll('\n', '\n    ')}\n    1. %\n    1. %\n- %`),
  inline.map((text) => `1. %\n1. ${text.replaceAll('\n', '\n   ')}`),
  inline.map((text) => `> ${text.replaceAll('\n', '\n> ')}`),
  oneLine.map((text) => `| % | % |\n|---|--:|\n| ${text} | % |`),
  fc.constant('| % | % |\n|---|---|\n{{#purposes}}\n| {{label}} % | {{recipients}} |\n{{/purposes}}'),
  fc.constant('- %\n{{#data}}\n  - {{label}} %\n{{/data}}'),
  fc.constant('```text\n% %\n```'),
  fc.constant('    %'),
  fc.constant('[^1]: % %'),
  fc.constant('***'),
)
const documents = fc.array(block, { minLength: 1, maxLength: 6 }).map((blocks) => {
  let count = 0
  const text = blocks.join('\n\n').replace(/%/g, () => `w${++count}w`)
  return `${text}\n\n${CLAUSES.map((clause) => `## ${clause} {#${clause}}\n`).join('\n')}`
})
const options = { prefix: 't-', headingLevel: 3, words: { leaves: String, image: String, blocked: '' }, onPrepared: () => {} }
const wordsOf = (text: string) => [...new Set(text.match(/w\d+w/g))].sort()

describe('a template with any Markdown', () => {
  test('has each word of its source in the compiled text and on the page', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (source) => {
        const template = parseTemplate(source, { name: 'mine', locale: 'en', words })
        const text = compileTerms(defineAgreement({ ...ACME, template }))
        const { Text, plugins } = await loadText(text)
        const page = renderToStaticMarkup(createElement(Text, { ...options, text, plugins })).replace(/<[^>]*>/g, '')
        expect(wordsOf(text)).toEqual(wordsOf(source))
        expect(wordsOf(page)).toEqual(wordsOf(source))
        expect(page).not.toMatch(/\{\{|\}\}|gone/)
        const names = source.match(/\{\{company\.name\}\}/g)?.length ?? 0
        expect(page.match(/Acme/g)?.length ?? 0).toBe(names)
      }),
      { numRuns: countOf(2000, 200) },
    )
  })
})
