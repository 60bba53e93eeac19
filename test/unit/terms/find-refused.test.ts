import { describe, expect, test } from 'vitest'
import { findRefused } from '../../../src/terms/find-refused.ts'
import { findTooLong } from '../../../src/terms/find-too-long.ts'
import { processorTimeMs } from '../../support/processor-time.ts'

describe('findRefused()', () => {
  test('finds front matter, comments, HTML and images in one run, with line and column', () => {
    const text = [
      '---',
      'title: Terms',
      '---',
      '',
      '# Terms',
      '',
      'A <b>bold</b> word.<!-- hidden -->',
      '',
      '- ![the logo](logo.png)',
      '',
      '<div class="x"',
      'hidden>',
    ].join('\n')
    expect(findRefused(text, 'contract.md').map(({ rule, line, column }) => [rule, line, column])).toEqual([
      ['front_matter', 1, 1],
      ['raw_html', 7, 3],
      ['raw_html', 7, 10],
      ['html_comment', 7, 20],
      ['image', 9, 3],
      ['raw_html', 11, 1],
    ])
  })

  test.each([
    ['code in a line', 'The mark `<b>` and ``![x](`y`)`` are code.'],
    ['fenced code', '```html\n<b>![x](y)\n```\n\n> ~~~\n> <!-- x -->\n> ~~~\n\n- ```\n  <i>\n  ```'],
    ['escaped marks', 'Write \\<b> and \\![x](y) and !\\[x](y).'],
    ['comparisons and addresses', 'If a < b and c>d, see <https://a.example/> or <me@a.example>! [Here](https://a.example).'],
    ['a rule at the start, and another one', '---\n\nTerms: read them.\n\n---\n'],
    ['numbers of clauses and footnotes', '1.1 Data (a) names [1] and [^1].\n\n[^1]: A note.'],
  ])('accepts %s', (_, text) => {
    expect(findRefused(text, 'contract.md')).toEqual([])
  })

  test('finds HTML after code that ends', () => {
    const text = '```\ncode\n```\n`code` <b>'
    expect(findRefused(text, 'contract.md')).toMatchObject([{ rule: 'raw_html', line: 4, column: 8 }])
  })

  test('takes less than 5 seconds of processor time for eight texts of 256 KiB of marks', () => {
    const start = processorTimeMs()
    for (const mark of ['`', '``a`', '<a ', '![', '<!', '~~~\n', '\\', '<a b="'])
      findRefused(mark.repeat(Math.ceil((256 * 1024) / mark.length)), 'contract.md')
    expect(processorTimeMs() - start).toBeLessThan(5000)
  })
})

describe('findTooLong()', () => {
  test('accepts 80,000 Japanese letters and refuses 90,000, which have more than 256 KiB in UTF-8', () => {
    expect(findTooLong('契'.repeat(80_000))).toEqual([])
    expect(findTooLong('契'.repeat(90_000))).toMatchObject([{ rule: 'too_long', severity: 'error' }])
  })

  test('counts the line feeds as JSON writes them', () => {
    expect(findTooLong('a\n'.repeat(80_000))).toEqual([])
    expect(findTooLong('a\n'.repeat(90_000))).toHaveLength(1)
  })
})
