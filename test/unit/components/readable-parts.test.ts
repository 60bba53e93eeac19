import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { toReadableParts } from '../../../src/components/diff/readable-parts.ts'
import { diffTerms } from '../../../src/terms/diff/index.ts'

const ease = (from: string, to: string) =>
  diffTerms(from, to).clauses.map(({ parts }) => parts.map(({ kind }, at) => [kind, toReadableParts(parts)[at]]))

describe('a redline as people read it', () => {
  it('experience 14: has bullets, bold words and links without the marks of Markdown, and no blank line', () => {
    const from = '## Data\n\nMay use **statistics**, see [terms of *service*](https://a.example/t).\n\n- one\n\nNo other.\n'
    expect(ease(from, from.replace('- one\n', '- one\n- two\n'))).toEqual([
      [
        ['same', 'May use statistics, see terms of *service*.\n• one\n'],
        ['added', '• two\n'],
        ['same', 'No other.\n'],
      ],
    ])
  })

  it('experience 14: says the heading of an added or removed clause once, and a heading that changed in the text', () => {
    expect(ease('## Old\n\nGone.\n', '## New\n\nCome.\n')).toEqual([[['removed', 'Gone.\n']], [['added', 'Come.\n']]])
    expect(ease('## Who gets it\n\nAll.\n', '## Who receives it\n\nAll.\n')[0]).toEqual([
      ['same', 'Who '],
      ['removed', 'gets'],
      ['added', 'receives'],
      ['same', ' it\nAll.\n'],
    ])
  })

  it('experience 14: shows an address that changed, and a mark that is all that changed', () => {
    const link = (host: string) => `## A\n\nSee [policy](https://${host}.example/p).\n`
    expect(ease(link('one'), link('two'))[0]?.map(([, text]) => text)).toEqual([
      'See [policy](https://',
      'one.example',
      'two.example',
      '/p).\n',
    ])
    expect(ease('## A\n\na word here\n', '## A\n\na **word** here\n')[0]?.filter(([kind]) => kind === 'added')).toEqual([
      ['added', '**'],
      ['added', '**'],
    ])
  })

  it('experience 14: shows a table as rows of words, and an address that changed whole', () => {
    const from = '## A\n\n| Data | Who |\n| --- | :-: |\n| mail | dpo@one.example |\n| a \\| b | two |\n\nEnd.\n'
    expect(ease(from, from.replace('dpo@one.example', 'dpo@new.one.example'))).toEqual([
      [
        ['same', ' Data · Who \n mail · '],
        ['removed', 'dpo@one.example'],
        ['added', 'dpo@new.one.example'],
        ['same', ' \n a | b · two \nEnd.\n'],
      ],
    ])
  })

  it('experience 14: takes escapes and references back, so that a value reads as it was given', () => {
    expect(ease('## A\n\nx\n', '## A\n\n10 points \\[free\\](javascript:a) \\*\\& &#x41;**b**\n')[0]?.at(-2)).toEqual([
      'added',
      '10 points [free](javascript:a) *& Ab',
    ])
  })

  it('H1 names overrides and leaves a closed isolate alone, also where a change cuts it', () => {
    expect(
      ease('## A\n\n\u2068one\u2069 x\n', '## A\n\n\u2068two\u2069 \u202Ex\n')[0]
        ?.map(([, text]) => text)
        .join(''),
    ).toBe('\u2068onetwo\u2069  U+202E x\n')
  })

  it('H1 keeps as many texts as parts, in a time that grows with the length', () => {
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
      '\uFFFF',
      '&#xFFFF;',
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
    for (const hostile of ['[', '[a](', '**', '\\', '\n\n', '\u2068', '> ', '&#x', '\uFFFF', '|', '| ', '\n|-'])
      toReadableParts([{ kind: 'added', text: hostile.repeat(200_000) }])
  })
})
