import { expect, it } from 'vitest'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { lintAgreement, parseTemplate } from '../../../src/terms/lint/index.ts'
import { codeBlocks } from '../../support/documents.ts'

it('experience 8: shows a complete custom template, in whose terms the linter finds no error', () => {
  const [markdown = ''] = codeBlocks('docs/guides/templates.md', 'md')
  const shipped = {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: '10 points for each receipt',
    expiry: '2031-12-31T00:00:00Z',
    purposes: ['analytics', { usecase: 'retargeting' }],
  } as const
  const { words } = defineAgreement(shipped).template
  const input = { ...shipped, template: parseTemplate(markdown, { name: 'shop', locale: 'en', words }) }
  expect(compileTerms(defineAgreement(input))).toContain('Only what you turn on, one by one:')
  expect(lintAgreement(input).filter(({ severity }) => severity === 'error')).toEqual([])
})
