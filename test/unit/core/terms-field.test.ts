import { expect, it } from 'vitest'
import { readTermsField } from '../../../src/client/index.ts'

const HASH = 'a7FfxBFJzCq0XF1xXqGZ0Tz1b8lGJpOa-5hA_1Xk9sE'

const form = (fields: Record<string, string | Blob>) => {
  const data = new FormData()
  for (const [name, value] of Object.entries(fields)) data.set(name, value)
  return data
}

it.each([
  ['a hash of signed terms', { terms: HASH }, { status: 'signed', termsHash: HASH }],
  ['a form that was sent without a script', { terms: 'unsigned' }, { status: 'unsigned' }],
  ['an empty value', { terms: '' }, { status: 'unsigned' }],
  ['a value of another length', { terms: `${HASH}a` }, { status: 'unsigned' }],
  ['a value with a line break', { terms: `${HASH}\n` }, { status: 'unsigned' }],
  ['a form without the field', { email: 'ada@pomelo.example' }, { status: 'none' }],
  ['a file', { terms: new Blob(['x']) }, { status: 'none' }],
] as const)('reads %s', (_, fields, expected) => {
  expect(readTermsField(form(fields))).toEqual(expected)
})

it('reads a field with another name', () => {
  expect(readTermsField(form({ agreement: HASH }), 'agreement')).toEqual({ status: 'signed', termsHash: HASH })
})
