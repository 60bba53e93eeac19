import fc from 'fast-check'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { toHast } from 'mdast-util-to-hast'
import { createElement, type ReactNode } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import Markdown from 'react-markdown'
import { describe, expect, test } from 'vitest'
import { fillTerms } from '../../../src/terms/compile-terms.ts'
import { compileTerms, defineAgreement, type TermsElement, type TermsText, type TermsTree } from '../../../src/terms/index.ts'
import { agreements } from '../../fixtures/agreements.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'

const RUNS = { numRuns: countOf(300, 100) }

describe('the text and the tree of an agreement', () => {
  test('are the same document to a Markdown parser', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        expect(parsed(compileTerms(agreement))).toEqual(withoutIds(fillTerms(agreement)))
      }),
      RUNS,
    )
  })

  test('render the same in react-markdown', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        const drawn = renderToStaticMarkup(createElement(Markdown, null, compileTerms(agreement)))
        expect(drawn).toBe(renderToStaticMarkup(draw(withoutIds(fillTerms(agreement)))))
      }),
      { numRuns: countOf(100, 40) },
    )
  })

  test('have one line per block, LF, NFC, and one line feed at the end', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        const text = compileTerms(agreement)
        expect(text).toBe(text.normalize('NFC'))
        expect(text).not.toMatch(/[\r\t\f\v]| \n|\n\n\n/)
        expect(text).toMatch(/[^\n]\n$/)
      }),
      RUNS,
    )
  })

  test('stay the same when the agreement is defined again', () => {
    fc.assert(
      fc.property(agreements(ALL_TEMPLATES), (agreement) => {
        expect(defineAgreement(agreement)).toEqual(agreement)
        expect(compileTerms(defineAgreement(agreement))).toBe(compileTerms(agreement))
      }),
      RUNS,
    )
  })
})

function parsed(markdown: string): unknown {
  return JSON.parse(JSON.stringify(toHast(fromMarkdown(markdown)), (name, value) => (name === 'position' ? undefined : value)))
}

function withoutIds<Node extends TermsTree | TermsElement | TermsText>(node: Node): Node {
  if (node.type === 'text') return node
  const children = node.children.map(withoutIds)
  if (node.type === 'root') return { ...node, children }
  const { id: _, ...properties } = node.properties
  return { ...node, properties, children }
}

function draw(node: TermsTree | TermsElement | TermsText, key = 0): ReactNode {
  if (node.type === 'text') return node.value
  const children = node.children.map(draw)
  return node.type === 'root'
    ? createElement('div', null, children).props.children
    : createElement(node.tagName, { key, ...node.properties }, children)
}
