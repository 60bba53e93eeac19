import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toReadableParts } from '../../../src/components/diff/readable-parts.ts'
import { diffTerms } from '../../../src/terms/diff/index.ts'

const read = (from: string, to: string) =>
  diffTerms(from, to).clauses.map(({ parts }) => parts.map(({ kind }, at) => [kind, toReadableParts(parts)[at]]))

describe('toReadableParts', () => {
  it('experience 14: removes Markdown marks of lists, bold words and links, and empty lines', () => {
    const from = '## Data\n\nMay use **statistics**, see [terms of *service*](https://a.example/t).\n\n- one\n\nNo other.\n'
    expect(read(from, from.replace('- one\n', '- one\n- two\n'))).toEqual([
      [
        ['same', 'May use statistics, see terms of *service*.\n• one\n'],
        ['added', '• two\n'],
        ['same', 'No other.\n'],
      ],
    ])
  })

  it('experience 14: omits the heading of an added or removed clause, and keeps a changed heading', () => {
    expect(read('## Old\n\nGone.\n', '## New\n\nCome.\n')).toEqual([[['removed', 'Gone.\n']], [['added', 'Come.\n']]])
    expect(read('## Who gets it\n\nAll.\n', '## Who receives it\n\nAll.\n')[0]).toEqual([
      ['same', 'Who '],
      ['removed', 'gets'],
      ['added', 'receives'],
      ['same', ' it\nAll.\n'],
    ])
  })

  it('experience 14: keeps an address that changed, and a mark that is the only change', () => {
    const link = (host: string) => `## A\n\nSee [policy](https://${host}.example/p).\n`
    expect(read(link('one'), link('two'))[0]?.map(([, text]) => text)).toEqual([
      'See [policy](https://',
      'one.example',
      'two.example',
      '/p).\n',
    ])
    expect(read('## A\n\na word here\n', '## A\n\na **word** here\n')[0]?.filter(([kind]) => kind === 'added')).toEqual([
      ['added', '**'],
      ['added', '**'],
    ])
  })

  it('experience 14: shows a table as lines of words, and a changed address completely', () => {
    const from = '## A\n\n| Data | Who |\n| --- | :-: |\n| mail | dpo@one.example |\n| a \\| b | two |\n\nEnd.\n'
    expect(read(from, from.replace('dpo@one.example', 'dpo@new.one.example'))).toEqual([
      [
        ['same', ' Data · Who \n mail · '],
        ['removed', 'dpo@one.example'],
        ['added', 'dpo@new.one.example'],
        ['same', ' \n a | b · two \nEnd.\n'],
      ],
    ])
  })

  it('experience 14: decodes escapes and references', () => {
    expect(read('## A\n\nx\n', '## A\n\n10 points \\[free\\](javascript:a) \\*\\& &#x41;**b**\n')[0]?.at(-2)).toEqual([
      'added',
      '10 points [free](javascript:a) *& Ab',
    ])
  })

  it('H1: names overrides and keeps a closed isolate, even where a change cuts it', () => {
    expect(
      read('## A\n\n\u2068one\u2069 x\n', '## A\n\n\u2068two\u2069 \u202Ex\n')[0]
        ?.map(([, text]) => text)
        .join(''),
    ).toBe('\u2068onetwo\u2069  U+202E x\n')
  })

  it('H1: returns one text for each part, in linear time', () => {
    const piece = fc.constantFrom(
      '[',
      ']',
      '(',
      ')',
      '*',
      '\\',
      '- ',
      '# ',
      '\n',
      '\uF8FE',
      '&#xF8FE;',
      '\u2068',
      '\u2069',
      'a',
      '> ',
      '|',
      '| --- |',
    )
    const text = fc.array(piece).map((pieces) => pieces.join(''))
    const part = fc.record({ kind: fc.constantFrom('same' as const, 'added' as const, 'removed' as const), text })
    fc.assert(fc.property(fc.array(part, { minLength: 1 }), (parts) => toReadableParts(parts).length === parts.length))
    for (const hostile of ['[', '[a](', '**', '\\', '\n\n', '\u2068', '> ', '&#x', '\uF8FE', '|', '| ', '\n|-'])
      toReadableParts([{ kind: 'added', text: hostile.repeat(200_000) }])
  })
})
