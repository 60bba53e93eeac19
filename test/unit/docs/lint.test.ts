import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { LintFinding } from '../../../src/core/errors.ts'
import { type AgreementInput, defineAgreement } from '../../../src/terms/index.ts'
import { LINT_RULES, lintAgreement, lintTerms, lintTranslations } from '../../../src/terms/lint/index.ts'
import { projectRoot } from '../../support/run-command.ts'

interface Example {
  readonly language: string
  readonly locale: string
  readonly content: string
}

const page = readFileSync(resolve(projectRoot, 'docs/reference/lint.md'), 'utf8')
const BASE: AgreementInput = JSON.parse(/```json\n([\s\S]*?)```/.exec(page)?.[1] ?? '')
const sections = page.split(/^### /m).slice(1)
const rules = sections.map((section) => ({
  rule: /^`(\w+)`/.exec(section)?.[1] ?? '',
  examples: [...section.matchAll(/```(\w+)(?: ([\w-]+))?\n([\s\S]*?)```/g)].map(
    ([, language = '', locale = 'en', content = '']): Example => ({ language, locale, content }),
  ),
}))

function lint({ language, locale, content }: Example): LintFinding[] {
  if (language === 'md') {
    const { template: _, ...agreement } = defineAgreement(BASE)
    return lintTerms(content, { locale, agreement })
  }
  const { labels, ...members } = JSON.parse(content)
  return lintAgreement({ ...BASE, ...members }, { labels })
}

/** Lints the bad and the good half of the examples. Two languages of one text are compared. */
function lintHalf(examples: readonly Example[]): LintFinding[] {
  const texts = examples.map(({ locale, content }) => ({ locale, text: content, file: `contract.${locale}.md` }))
  return texts.length > 1 ? lintTranslations(texts) : examples.flatMap(lint)
}

it('the page lists each rule of the linter, in one section', () => {
  expect(rules.map(({ rule }) => rule).sort()).toEqual([...LINT_RULES].sort())
})

describe('the examples of a rule', () => {
  const withExamples = rules.filter(({ examples }) => examples.length > 0)

  it.each(withExamples)('$rule: the first one is reported, and the second one is not', ({ rule, examples }) => {
    const bad = examples.slice(0, examples.length / 2)
    const good = examples.slice(examples.length / 2)
    expect(lintHalf(bad).map((one) => one.rule)).toContain(rule)
    expect(lintHalf(good).map((one) => one.rule)).not.toContain(rule)
  })

  it('are missing only for the two rules about the size of a text', () => {
    expect(rules.filter(({ examples }) => examples.length === 0).map(({ rule }) => rule)).toEqual(['too_long', 'not_formatted'])
  })
})

it('each finding about a text has the words that caused it', () => {
  const findings = rules.flatMap(({ examples }) => examples.filter(({ language }) => language === 'md').flatMap(lint))
  expect(findings.length).toBeGreaterThan(0)
  for (const { words, rule } of findings) expect(words, rule).toMatch(/\S/)
})
