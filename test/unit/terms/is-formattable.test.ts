import Markdown from 'react-markdown'
import remarkGfm from 'remark-gfm'
import { beforeAll, describe, expect, test } from 'vitest'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { isFormattable } from '../../../src/terms/is-formattable.ts'
import { usesGfm } from '../../../src/terms/markdown/uses-gfm.ts'
import { ACME } from '../../fixtures/acme.ts'
import { ALL_TEMPLATES } from '../../fixtures/templates.ts'
import { countOf } from '../../support/counts.ts'
import { processorTimeMs } from '../../support/processor-time.ts'

function timeOf(work: () => unknown): number {
  const start = processorTimeMs()
  work()
  return processorTimeMs() - start
}

const format = (text: string) => Markdown({ children: text, remarkPlugins: [remarkGfm] })

beforeAll(() => {
  for (let run = 0; run < 5; run++) format('# a\n\n- b *c* [d](e)\n\n1. x\n'.repeat(50))
})

describe('a text is formatted', () => {
  test('when a shipped template wrote it', () => {
    for (const template of ALL_TEMPLATES) expect(isFormattable(compileTerms(defineAgreement({ ...ACME, template })))).toBe(true)
  })

  test.each([
    [
      '200 kB of clauses',
      `## 1. A clause\n\n${'Some **bold** words, [a link](https://a.example) and more. '.repeat(10)}\n\n`.repeat(60),
    ],
    [
      '150 kB of wrapped prose',
      `${'Some words that fill one line of eighty characters, as an editor wraps them.\n'.repeat(12)}\n`.repeat(160),
    ],
    [
      'a table of 100 rows',
      `| a | b | c | d |\n| - | - | - | - |\n${'| _ga_1 | [Acme](https://a.example) | **2** years | x |\n'.repeat(70)}`,
    ],
    ['lists of 5 levels', '- a\n  - b\n    - c\n      1. d\n         - e\n'.repeat(100)],
    ['rules of any length', `${'-'.repeat(80)}\n\n${'* '.repeat(40)}\n\n> ${'_'.repeat(60)}\n`],
    ['Windows line ends', 'A **bold** word.\r\n\r\n'.repeat(500)],
  ])('when it is %s', (_, text) => {
    expect(isFormattable(text)).toBe(true)
  })
})

describe('H1: a text that would block the page', () => {
  test.each([
    ['47 bytes of list markers', `${'- '.repeat(23)}a`],
    ['thirty kinds of markers', '> 1. - + * '.repeat(6)],
    ['2,000 line breaks', '\n'.repeat(2000)],
    ['spaces', ' '.repeat(200_000)],
    ['tabs on lines', '\t\n'.repeat(100_000)],
    ['60 kB of emphasis', '*a_ '.repeat(15_000)],
    ['200 kB of open footnotes', '[^a'.repeat(70_000)],
    ['200 kB of pipes', '| '.repeat(100_000)],
    ['200 kB of numbers', '1'.repeat(200_000)],
  ])('is found in no time: %s', (_, text) => {
    // A few milliseconds, and a garbage collection. A quadratic search takes seconds.
    expect(timeOf(() => [isFormattable(text), usesGfm(text)])).toBeLessThan(250)
  })

  // Each piece is repeated up to the limit. Without one, 60 kB of emphasis took 28 seconds.
  const PIECES = [
    ...[
      '*a_ ',
      'a**b',
      '_a*b~',
      '**a *b ',
      '*a ',
      '~a~~ ',
      `${'*a '.repeat(240) + 'b* '.repeat(240)}\n\n`,
      `${'*a_ '.repeat(240)}\n\n`,
    ],
    ...['a <?', 'a <![CDATA[', 'a <!A', 'a <!-- ', '<a b="', '<a:b', '[a](b ', '[a][b', '![', '[a](b ((', '[*a](b)*', '`a``b'],
    ...[
      'a  \n',
      'a\n',
      '\n',
      '- a\n\n',
      '- a\n',
      '1. a\n',
      '> a\n\n',
      '>>>>>>a\n',
      `${' '.repeat(18)}- a\n`,
      'a\n=\n',
      '# a\n',
      'a\n\n',
    ],
    ...[
      '[a]: b\n',
      '[a]: b\n"c\n',
      'a|b\n-|-\n\n',
      'a|',
      'www.a ',
      'http://a.b ',
      'a@b.c ',
      '[^a]',
      '[^a]: b\n\n',
      '&amp;',
      '\\*',
      '!',
    ],
  ]

  const tried = PIECES.filter((_, index) => index % countOf(1, 3, 6) === 0)

  test.each(tried)('is shown without formatting, or formatted in two seconds: %j', (piece) => {
    let count = 1
    while (piece.length * count < 250_000 && isFormattable(piece.repeat(count * 2))) count *= 2
    for (let step = count / 2; step >= 1; step /= 2) if (isFormattable(piece.repeat(count + step))) count += step
    expect(timeOf(() => format(piece.repeat(count)))).toBeLessThan(2000)
  })

  test.each([
    ['nested bold text', (count: number) => `${'*'.repeat(count)}a${'*'.repeat(count)}`],
    ['nested footnotes', (count: number) => `${'[^a]: '.repeat(count)}b`],
    ['nested brackets', (count: number) => `${'['.repeat(count)}a${']'.repeat(count)}`],
  ])('never exhausts the stack: %s', (_, textOf) => {
    let count = 1
    while (isFormattable(textOf(count * 2))) count *= 2
    expect(() => format(textOf(count))).not.toThrow()
  })
})
