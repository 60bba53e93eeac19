import { describe, expect, it } from 'vitest'
import { prepareTerms } from '../../../src/components/terms/prepare-terms.ts'
import { type TermsNode, textOf } from '../../../src/components/terms/terms-node.ts'
import { fillTerms } from '../../../src/terms/compile-terms.ts'
import { defineAgreement } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'

const words = { leaves: () => '', image: () => '', blocked: '' }
const prepare = (children: readonly TermsNode[]) => prepareTerms({ children }, { prefix: '', headingLevel: 1, words })
const show = (value: string) => {
  const { children, marked } = prepare([{ type: 'text', value }])
  return { shown: children.map(textOf).join(''), marked }
}

describe('prepareTerms', () => {
  const names = ['Bramble Market', 'Acme *& Sons*. (Ireland)', 'سوق العليق', 'שוק פטל', 'سوق Bramble', '100']
  it.each(names)('experience 17: no shipped template has a mark for the name %s', (name) => {
    for (const template of ALL_TEMPLATES) {
      const agreement = defineAgreement({
        ...ACME,
        template,
        company: { ...ACME.company, name, address: name, contact: 'privacy@acme.example' },
        compensation: name,
        jurisdiction: name,
        expiry: '2031-01-31T00:00:00Z',
      })
      expect([template.locale, template.name, prepare(fillTerms(agreement).children).marked]).toEqual([
        template.locale,
        template.name,
        false,
      ])
    }
  })

  it.each([
    ['an isolate that is not closed', 'a \u2068b', 'a U+2068b'],
    ['a close without an isolate', 'a\u2069 b', 'aU+2069 b'],
    ['an isolate with a direction of its own', '\u2067a\u2069', 'U+2067aU+2069'],
    ['an override in an isolate', '\u2068\u202Ea\u202C\u2069', 'U+2068U+202EaU+202CU+2069'],
    ['an isolate that an unseen mark turns', '\u2068\u200Fnot\u200F do\u2069', 'U+2068U+200FnotU+200F doU+2069'],
    ['what is closed in another line', '\u2068a\nb\u2069', 'U+2068a\nbU+2069'],
    ['zero-width characters', 'a\u200Bb\u2060c\uFEFF', 'aU+200BbU+2060cU+FEFF'],
  ])('H1: marks %s', (_, value, shown) => {
    expect(show(value)).toEqual({ shown, marked: true })
  })

  it('H1: keeps a closed isolate byte for byte, also inside a marked one', () => {
    expect(show('a \u2068b\u2069 c')).toEqual({ shown: 'a \u2068b\u2069 c', marked: false })
    expect(show('\u2066a \u2068b\u2069\u2069')).toEqual({ shown: 'U+2066a \u2068b\u2069U+2069', marked: true })
  })

  const clausesOf = (titles: readonly string[]) => {
    const heading = (tagName: string, value: string): TermsNode => ({
      type: 'element',
      tagName,
      children: [{ type: 'text', value }],
    })
    const { children } = prepare([
      heading('h1', 'Terms of 2027'),
      ...titles.map((title) => heading('h2', title)),
      heading('h3', 'Part'),
    ])
    return children.filter(({ properties }) => properties?.dataClause === '').map(textOf)
  }

  it('numbers the clauses of a text that has no numbers, and neither its title nor their parts', () => {
    expect(clausesOf(['Who agrees', 'Which data'])).toEqual(['Who agrees', 'Which data'])
  })

  it.each([
    ['1. Who agrees', '2. Which data'],
    ['Section 1: Who agrees', 'Section 2: Which data'],
    ['I. Who agrees', 'II. Which data'],
    ['(a) Who agrees', '(b) Which data'],
    ['iv) Who agrees', 'v) Which data'],
    ['١. من يوافق', '٢. أي بيانات'],
  ])('adds no number to clauses that have numbers: %s, %s', (...titles) => {
    expect(clausesOf(titles)).toEqual([])
  })

  it('numbers the clauses of every shipped template', () => {
    for (const template of ALL_TEMPLATES) {
      const { children, headings } = prepare(fillTerms(defineAgreement({ ...ACME, template })).children)
      const numbered = children.filter(({ properties }) => properties?.dataClause === '').length
      expect([template.name, numbered]).toEqual([template.name, headings.filter(({ level }) => level === 2).length])
      expect(numbered).toBeGreaterThan(5)
    }
  })
})
