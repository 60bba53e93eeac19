import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { findRefused } from '../../../src/terms/find-refused.ts'
import { parseMarkdown, visitNodes } from '../../../src/terms/markdown/parse-markdown.ts'
import { countOf } from '../../support/counts.ts'

const INLINES = [
  'words',
  '`<b>`',
  '`` ` ![x](y) ``',
  '`open',
  '<b>',
  '</i>',
  '<a href="x">',
  '<!-- note -->',
  '![x](y)',
  '![x][ref]',
  '\\<b>',
  '\\`',
  'a < b',
  '<https://a.example>',
  '[x](y)',
  '**bold**',
]
const inline = fc.array(fc.constantFrom(...INLINES), { minLength: 1, maxLength: 6 }).map((parts) => parts.join(' '))
const block = fc.oneof(
  inline,
  inline.map((text) => `## ${text}`),
  inline.map((text) => `> ${text}`),
  inline.map((text) => `- item\n  - ${text}`),
  inline.map((text) => `1. ${text}\n1. ${text}`),
  inline.map((text) => `| a | b |\n|---|---|\n| ${text} | c |`),
  inline.map((text) => `\`\`\`\n${text}\n\n${text}\n\`\`\``),
  inline.map((text) => `> ~~~\n> ${text}\n> ~~~`),
  inline.map((text) => `- ~~~~\n  ~~~\n  ${text}\n  ~~~~`),
)
const documents = fc
  .array(block, { minLength: 1, maxLength: 8 })
  .map((blocks) => `${blocks.join('\n\n')}\n\n[ref]: https://a.example\n`)

describe('findRefused()', () => {
  test('finds what the parser reads as HTML or an image, at the same places', () => {
    fc.assert(
      fc.property(documents, (text) => {
        const refused = new Set<number>()
        visitNodes(parseMarkdown(text), ({ type, position }) => {
          if (/^(?:html|image|imageReference)$/.test(type)) refused.add(position.start.line)
        })
        expect(new Set(findRefused(text, 'contract.md').map(({ line }) => line))).toEqual(refused)
      }),
      { numRuns: countOf(2000, 400) },
    )
  })
})
