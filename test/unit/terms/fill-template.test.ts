import { expect, test } from 'vitest'
import { fillTemplate, type Values } from '../../../src/terms/fill-template.ts'
import type { Template } from '../../../src/terms/template.ts'
import { toMarkdown } from '../../../src/terms/to-markdown.ts'
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
