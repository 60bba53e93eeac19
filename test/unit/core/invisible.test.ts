import { describe, expect, test } from 'vitest'
import { hasInvisible, replaceInvisible } from '../../../src/core/invisible.ts'

const shown = (text: string) => replaceInvisible(text, (char) => `<${char.codePointAt(0)?.toString(16)}>`)
const ALL = Array.from({ length: 0x110000 }, (_, code) => code)

describe('an invisible character', () => {
  test('is each one that Unicode calls ignorable by default, or that changes direction', () => {
    const ignorable = ALL.filter((code) => /\p{Default_Ignorable_Code_Point}/u.test(String.fromCodePoint(code)))
    expect(ignorable.filter((code) => !hasInvisible(`a${String.fromCodePoint(code)}b`))).toEqual([])
    expect(ignorable.length).toBeGreaterThan(4000)
  })

  // Regression: U+2028 and U+2029 were accepted in a description, although they break its line.
  test.each([
    '\u0000',
    '\u0007',
    '\u0085',
    '\u2028',
    '\u2029',
    '\u2800',
    '\ufffa',
    '\uffff',
    '\u{13441}',
    '\u{16fe4}',
    '\u{1d159}',
  ])('is %j, which draws nothing', (char) => expect(hasInvisible(`a${char}b`)).toBe(true))

  test('is no letter, mark, number, punctuation, symbol or space that is drawn', () => {
    const drawn = ALL.filter((code) => /[\p{L}\p{M}\p{N}\p{P}\p{S}\p{Z}\t\n\r]/u.test(String.fromCodePoint(code)))
    const refused = drawn.filter((code) => hasInvisible(String.fromCodePoint(code)))
    expect(
      refused.filter((code) =>
        /[^\p{Default_Ignorable_Code_Point}\u2028\u2029\u2800\ufffc\u{13430}-\u{13442}\u{16fe4}\u{1d159}]/u.test(
          String.fromCodePoint(code),
        ),
      ),
    ).toEqual([])
  })
})

describe('a character that a script needs', () => {
  test.each([
    ['ZWNJ in a Persian plural', 'می\u200cخواهم کتاب\u200cها'],
    ['ZWNJ after an Arabic vowel mark', 'بَ\u200cب'],
    ['ZWNJ after a virama', 'क्\u200cष'],
    ['ZWJ after a virama', 'क्\u200dष ශ්\u200dරී'],
    ['ZWJ before a virama', 'র\u200d্যাব'],
    ['a family', '👩🏽\u200d❤\ufe0f\u200d💋\u200d👨🏿'],
    ['a rainbow flag', '🏳\ufe0f\u200d🌈'],
    ['a heart in color', '❤\ufe0f'],
    ['a key', '1\ufe0f\u20e3'],
  ])('stays: %s', (_, text) => expect(shown(text)).toBe(text))

  test.each([
    ['ZWNJ after a letter that never joins', 'ا\u200cب', 'ا<200c>ب'],
    ['ZWNJ between Latin letters', 'pay\u200cpal', 'pay<200c>pal'],
    ['ZWJ between Latin letters', 'pay\u200dpal', 'pay<200d>pal'],
    ['two ZWNJ', 'ب\u200c\u200cب', 'ب<200c><200c>ب'],
    ['ZWJ at the end of an emoji', '👩\u200d', '👩<200d>'],
    ['a selector after a letter', 'a\ufe0f', 'a<fe0f>'],
    ['a selector after a digit', '1\ufe0f', '1<fe0f>'],
    ['two selectors', '❤\ufe0f\ufe0f', '❤\ufe0f<fe0f>'],
    ['a Mongolian selector', 'ᠠ\u180b', 'ᠠ<180b>'],
  ])('is invisible elsewhere: %s', (_, text, expected) => expect(shown(text)).toBe(expected))

  test('is an isolate that is closed and holds only visible characters', () => {
    expect(shown('\u2068می\u200cخواهم 👩\u200d👧\u2069.')).toBe('\u2068می\u200cخواهم 👩\u200d👧\u2069.')
    expect(shown('\u2068a\u200fb\u2069 \u2068\u2069 \u2068a')).toBe('<2068>a<200f>b<2069> <2068><2069> <2068>a')
  })
})
