import { expect, test } from 'vitest'
import { fillTemplate, type Values } from '../../../src/terms/fill-template.ts'
import type { Template } from '../../../src/terms/template.ts'
import { toMarkdown } from '../../../src/terms/to-markdown.ts'
import { listValues } from '../../../src/terms/words.ts'
import { templateOf } from '../../fixtures/templates.ts'

const fill = (tree: Template['tree'], values: Values) => toMarkdown(fillTemplate({ ...templateOf('en', 'rewards'), tree }, values))

test.each([
  ['empty', { reward: '' }],
  ['a fact without words', { reward: true }],
  ['a list', { reward: [] }],
  ['missing', {}],
] as const)('a placeholder whose value is %s is an error', (_, values) => {
  const unfilled = expect.objectContaining({ code: 'unfilled_placeholder', field: 'reward' })
  expect(() => fill([['p', ['You get ', ['$', 'reward'], '.']]], values)).toThrow(unfilled)
  expect(() => fill([['p', [['a', ['$', 'reward'], ['here']]]]], values)).toThrow(unfilled)
})

test('a section with an empty value does not appear', () => {
  const tree: Template['tree'] = [
    ['?', 'reward', [['p', ['You get ', ['$', 'reward'], '.']]]],
    ['!', 'reward', [['p', ['There is none.']]]],
  ]
  expect(fill(tree, { reward: '' }).trim()).toBe('There is none.')
  expect(fill(tree, { reward: 'a cake' }).trim()).toBe('You get a cake.')
})

// Regression: people signed an item without a text.
test('an item whose only section does not appear is left out, and its list when it has no other', () => {
  const item = (name: string) => ['ol', [['?', name, ['The ', ['$', name]]]]] as const
  expect(fill([item('first'), item('second')], { second: 'cake' })).toBe('1. The cake\n')
  expect(fill([['p', ['There is:']], item('first')], {})).toBe('There is:\n')
})

// UAX 9: without isolates, "90 / 10" in right-to-left text is displayed as "10 / 90".
test.each([
  ['en', '90 / 10', '90 / 10'],
  ['en', 'אקמי 5', '\u2068אקמי 5\u2069'],
  ['en', '𞤀', '\u2068𞤀\u2069'],
  ['ar', '90 / 10', '\u206890 / 10\u2069'],
  ['ar', 'Acme', '\u2068Acme\u2069'],
  ['ar', 'شركة', 'شركة'],
])('in %s terms, the value %j becomes %j', (locale, value, isolated) => {
  const template = templateOf(locale, 'rewards')
  const tree: Template['tree'] = [['p', ['x ', ['$', 'reward'], ' y']]]
  expect(toMarkdown(fillTemplate({ ...template, tree }, { reward: value }))).toBe(`x ${isolated} y\n`)
  expect(listValues(['b', value], template.words)).toContain(isolated)
})
