import { describe, expect, test } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import { compileTerms, compileTermsTree, defineAgreement } from '../../../src/terms/index.ts'
import { words } from '../../../src/terms/languages/en/words.ts'
import { parseMarkdown, visitNodes } from '../../../src/terms/markdown/parse-markdown.ts'
import { parseTemplate } from '../../../src/terms/parse-template.ts'
import { ACME } from '../../fixtures/acme.ts'

const CLAUSES = `## Parties {#parties}

## Data {#data}

## Purposes {#purposes}

## Recipients {#recipients}

## Duration {#duration}

## Reward {#reward}

## Law {#law}

## Withdrawal {#withdrawal}
`

const parse = (markdown: string, include?: (name: string) => string | undefined) =>
  parseTemplate(`${markdown}\n\n${CLAUSES}`, { name: 'mine', locale: 'en', words, ...(include ? { include } : {}) })
const write = (markdown: string, input = ACME) =>
  compileTerms(defineAgreement({ ...input, template: parse(markdown) })).split('\n\n## Parties')[0]

describe('the template language', () => {
  test('fills placeholders, joins lines and keeps escaped text', () => {
    expect(write('Hello {{company.name}},\nthis is \\*text\\* \\{\\{company.name\\}\\}.')).toBe(
      'Hello Acme, this is \\*text\\* {{company.name}}.',
    )
  })

  test('shows a section when its value is present, and an inverted section when its value is absent', () => {
    const markdown = 'A {{#expiry}}until {{expiry}}{{/expiry}}{{^expiry}}for ever{{/expiry}}.'
    expect(write(markdown)).toBe('A until 30 December 2027.')
    expect(write(markdown, { ...ACME, expiry: null })).toBe('A for ever.')
  })

  test('repeats a section for each item of a list, and writes the items as one list', () => {
    expect(write('{{#data}}\n- {{label}}\n{{/data}}')).toBe('- purchase history\n- paper receipts\n- email receipts')
    expect(write('{{#purposes}}\n1. {{label}}: {{recipients}}\n{{/purposes}}')).toBe(
      '1. statistics: acme.example\n2. checking which ads work: acme.example',
    )
  })

  test('leaves one space in place of a hidden section', () => {
    expect(write('One {{#company.contact}}{{company.contact}}{{/company.contact}} two')).toBe('One two')
  })

  test('includes other files, and reports faults with their file', () => {
    const include = (name: string) => (name === 'part' ? 'Included by {{company.name}}.\n' : undefined)
    const template = parse('{{> part}}', include)
    expect(compileTerms(defineAgreement({ ...ACME, template }))).toContain('Included by Acme.')
    expect(faultOf(() => parse('A\n\n{{> part}}', () => 'Fine.\n\nBut {{nmae}}.'))).toMatchObject({
      file: 'en/part.md',
      line: 3,
      column: 5,
    })
  })
})

describe('a template with Markdown of every kind', () => {
  test('keeps nested lists, tables, quotes, code and footnotes as they are written', () => {
    const markdown = [
      '- Data',
      '  - from _receipts_[^1]',
      '    1. on paper',
      '',
      '> Quoted for **{{company.name}}**.',
      '',
      '| Use | Who |',
      '|:--|--:|',
      '{{#purposes}}',
      '| {{label}} | {{recipients}} |',
      '{{/purposes}}',
      '',
      '    code',
      '',
      'Line one  ',
      'line two \\* and 1.1 of (a)',
      '',
      '[^1]: A note.',
    ].join('\n')
    expect(write(markdown)).toBe(
      markdown
        .replace('{{company.name}}', 'Acme')
        .replace(/\{\{#purposes[\s\S]*purposes\}\}/, '| statistics | acme.example |\n| checking which ads work | acme.example |'),
    )
  })

  test('keeps a value text wherever it stands', () => {
    const name = '1. A|B *c* #'
    const input = { ...ACME, company: { ...ACME.company, name } }
    const markdown = '> {{company.name}}\n\n| a |\n|---|\n| {{company.name}} |\n\n- x**{{company.name}}**y\n  ## {{company.name}}'
    const text = compileTerms(defineAgreement({ ...input, template: parse(markdown) }))
    const shown: string[] = []
    visitNodes(parseMarkdown(text.split('\n\n## Parties')[0] ?? ''), ({ type, value = '' }) => type === 'text' && shown.push(value))
    expect(shown).toEqual([name, 'a', name, 'x', name, 'y', name])
  })

  test('has a tree only where it can be written without a parser', () => {
    const treeOf = (markdown: string) => compileTermsTree(defineAgreement({ ...ACME, template: parse(markdown) }))
    expect(treeOf('- a\n- **b**')).toBeDefined()
    expect(treeOf('- a\n  - b')).toBeUndefined()
  })
})

// Each fault: rule, line, column, the template.
const FAULTS: readonly [rule: string, line: number, column: number, markdown: string][] = [
  ['unknown_placeholder', 3, 7, 'One.\n\nHello {{company.nmae}}.'],
  ['unknown_placeholder', 1, 3, '- {{label}}'],
  ['unknown_placeholder', 1, 1, '{{data}}'],
  ['unknown_placeholder', 1, 1, '{{#company.name}}x{{/company.name}}'],
  ['unfilled_placeholder', 1, 5, 'Get {{compensation}}.'],
  ['unfilled_placeholder', 1, 17, '{{^expiry}}Ends {{expiry}}{{/expiry}}'],
  ['unfilled_placeholder', 4, 3, '{{#purposes}}\n\n- x\n- {{description}}\n\n{{/purposes}}'],
  ['unclosed_section', 1, 1, '{{#data}}\n\n- {{label}}'],
  ['unclosed_section', 1, 1, '{{/data}}'],
  ['unclosed_section', 3, 3, 'One\n\na {{/expiry}}'],
  ['unclosed_markup', 1, 5, 'a **b'],
  ['raw_html', 1, 3, 'a <b>x</b>'],
  ['html_comment', 3, 1, 'a\n\n<!-- x -->'],
  ['image', 3, 3, '- a\n\n- ![x](y)'],
  ['unsupported_markdown', 1, 4, '- `{{company.name}}`'],
  ['link_not_https', 3, 5, '- a\n\n  - [x](http://acme.example)'],
  ['unfilled_placeholder', 2, 5, '- a\n  - {{compensation}}'],
  ['unclosed_section', 2, 1, '| a |\n{{/data}}\n|---|'],
  ['unsupported_markdown', 1, 3, 'a {{ company.name }}'],
  ['link_not_https', 1, 6, '[text](http://acme.example)'],
  ['link_not_https', 1, 6, '[text](javascript:alert)'],
  ['link_not_https', 1, 6, '[text]({{company.name}})'],
  ['unknown_clause', 1, 1, '## Data {#dta}'],
  ['duplicate_clause', 5, 1, '## My data {#data}\n\nOne.\n\n## Your data {#data}'],
  ['duplicate_heading', 3, 1, '## One\n\n## one'],
  ['unknown_include', 1, 1, '{{> nowhere}}'],
  ['nested_section', 3, 1, '{{#data}}\n\n{{#purposes}}\n- {{label}}\n{{/purposes}}\n{{/data}}'],
  ['nested_section', 1, 89, '{{#expiry}}'.repeat(50_000)],
  ['nested_section', 9, 1, '{{#expiry}}\n'.repeat(50_000)],
  ['unknown_placeholder', 1, 1, '{{#constructor}}x{{/constructor}}'],
]

describe('a faulty template', () => {
  test.each(FAULTS)('breaks %s at line %i, column %i', (rule, line, column, markdown) => {
    const finding = faultOf(() => parse(markdown))
    expect(finding).toMatchObject({ rule, line, column, file: 'en/mine.md' })
    expect(finding?.fix).toMatch(/\w/)
  })

  // Regression: only the first fault was reported, so each fix revealed the next one.
  test('has all its faults reported, including the faults of its included files', () => {
    const reported: string[] = []
    const markdown = [
      'Hello {{company.nmae}}, {{ x }} and {{tag}} <b>.',
      '',
      '{{> nowhere}}',
      '{{> part}}',
      '> quote',
      '',
      '{{#compny.name}}',
      '[text](http://acme.example) and **b',
      '',
      '{{/compny.name}}',
      '- [x]({{company.name}}) {{/data}}',
      '',
      '{{#expiry}}',
      '## Parties {#parties}',
      '## parties {#partys}',
      '## Data {#data}',
    ].join('\n')
    const parsed = () =>
      parseTemplate(markdown, {
        name: 'mine',
        locale: 'en',
        words,
        include: (name) => (name === 'part' ? 'Fine.\n\nBut {{nmae}}.' : undefined),
        onFault: ({ file, line, column, rule }) => reported.push(`${file}:${line}:${column} ${rule}`),
      })
    let findings: readonly unknown[] | undefined
    try {
      parsed()
    } catch (error) {
      findings = isLicetError(error) ? error.findings : undefined
    }
    expect(findings).toHaveLength(reported.length)
    expect(reported).toEqual([
      'en/mine.md:3:1 unknown_include',
      'en/mine.md:8:1 link_not_https',
      'en/mine.md:1:25 unsupported_markdown',
      'en/mine.md:1:30 unsupported_markdown',
      'en/mine.md:1:45 raw_html',
      'en/mine.md:1:7 unknown_placeholder',
      'en/mine.md:1:37 unknown_placeholder',
      'en/part.md:3:5 unknown_placeholder',
      'en/mine.md:7:1 unknown_placeholder',
      'en/mine.md:11:7 link_not_https',
      'en/mine.md:11:25 unclosed_section',
      'en/mine.md:13:1 unclosed_section',
      'en/mine.md:15:1 unknown_clause',
      ...Array.from({ length: 6 }, () => 'en/mine.md:1:1 missing_clause'),
    ])
  })

  test('has at most 200 faults reported, even when it includes itself', () => {
    const reported: unknown[] = []
    const itself = '{{> a}}\n'.repeat(100)
    const include = () => itself
    const onFault = (finding: unknown) => reported.push(finding)
    expect(faultOf(() => parseTemplate(itself, { name: 'a', locale: 'en', words, include, onFault }))?.rule).toBe('unknown_include')
    expect(faultOf(() => parseTemplate('<>'.repeat(100_000), { name: 'a', locale: 'en', words, onFault }))?.line).toBe(1)
    expect(reported).toHaveLength(208)
  })

  test('is refused without a required clause', () => {
    expect(faultOf(() => parseTemplate('# Only a title', { name: 'mine', locale: 'en', words }))).toMatchObject({
      rule: 'missing_clause',
    })
  })

  test('is refused when it includes itself', () => {
    expect(faultOf(() => parse('{{> a}}', () => '{{> a}}'))).toMatchObject({ rule: 'unknown_include' })
  })

  test('is refused above 1 MiB', () => {
    expect(faultOf(() => parse('x '.repeat(600_000)))).toMatchObject({ rule: 'too_long' })
  })

  test('gets a suggestion for a mistyped name', () => {
    expect(faultOf(() => parse('{{compny.name}}'))?.fix).toContain('company.name')
  })
})

function faultOf(act: () => unknown) {
  try {
    act()
  } catch (error) {
    if (isLicetError(error, 'invalid_template') || isLicetError(error, 'unfilled_placeholder')) return error.finding
    throw error
  }
  return undefined
}
