import { fromMarkdown } from 'mdast-util-from-markdown'
import { toHast } from 'mdast-util-to-hast'
import { expect, test } from 'vitest'
import { toMarkdown } from '../../../src/terms/to-markdown.ts'
import { element, type TermsElement, text } from '../../../src/terms/tree.ts'

/** Returns the tree of one block of text from a Markdown parser. */
function reread(block: TermsElement): unknown {
  const tree = toHast(fromMarkdown(toMarkdown({ type: 'root', children: [block] })))
  const plain = JSON.parse(JSON.stringify(tree, (name, value) => (name === 'position' ? undefined : value)))
  return plain.children[0]
}

// Without an escape, each would begin a heading, a quote, a list, a rule or code, or end a heading early.
const BEGINNINGS = [
  '# a',
  '> a',
  '- a',
  '+ a',
  '* a',
  '---',
  '***',
  '1. a',
  '1) a',
  '123456789. a',
  '1.',
  '~~~ a',
  '``` a',
  '<p> a',
]
const ENDINGS = ['a #', 'a ##', '# a', '#']

test.each(BEGINNINGS)('a paragraph and an item that begin with %j stay plain text', (value) => {
  const paragraph = element('p', [text(value)])
  expect(reread(paragraph)).toEqual(paragraph)
  const list = element('ul', [text('\n'), element('li', [text(value)]), text('\n')])
  expect(reread(list)).toEqual(list)
})

test.each(ENDINGS)('a heading %j keeps every character', (value) => {
  const heading = element('h2', [text(value)])
  expect(reread(heading)).toEqual(heading)
})

// Regression: the character references around the bold part were escaped, so people would sign their code.
test('a heading with a bold part of a word keeps its letters', () => {
  const heading = element('h2', [text('Dur'), element('strong', [text('at')]), text('ion #')])
  expect(reread(heading)).toEqual(heading)
})

// GitHub Flavored Markdown uses these for strikethrough and tables.
test.each(['~', '|'])('%j stays text in every dialect', (mark) => {
  expect(toMarkdown({ type: 'root', children: [element('p', [text(`a ${mark}${mark}b${mark}${mark}`)])] })).toBe(
    `a \\${mark}\\${mark}b\\${mark}\\${mark}\n`,
  )
})

test.each([
  'https://a.example/(b',
  'https://a.example/b)c',
  'https://a.example/?b&copy=c',
  'https://a.example/<b>',
  'https://a.example/b\\)c',
  'https://a.example/b c',
])('a link to %j keeps its target', (href) => {
  const linked = element('p', [element('a', [text('here')], { href })])
  // The parser escapes characters that a URL must not contain.
  const escaped = href.replace(/[<> \\]/g, encodeURIComponent)
  expect(reread(linked)).toEqual(element('p', [element('a', [text('here')], { href: escaped })]))
})
