import { describe, expect, it } from 'vitest'
import { isLicetError } from '../../../src/core/errors.ts'
import { MAX_JSON_DEPTH } from '../../../src/core/limits.ts'
import { parseJson, parseJsonBytes } from '../../../src/core/strict-json.ts'

const bytes = (...values: number[]) => Uint8Array.from(values)
const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

function refusal(act: () => unknown): string {
  try {
    act()
  } catch (error) {
    if (isLicetError(error, 'invalid_json')) return error.message
    throw error
  }
  return 'was accepted'
}

describe('parseJson', () => {
  it.each([
    '{"a":[1,-2.5e3,true,false,null,"x\\n\\u00e9\\ud83d\\ude00"],"b":{}}',
    ' \t\r\n[ ] ',
    '0',
    '"\\"\\\\\\/\\b\\f\\n\\r\\t"',
    '9007199254740991',
    '{"constructor":1,"toString":2}',
  ])('reads %s as JSON.parse does', (text) => {
    expect(parseJson(text)).toEqual(JSON.parse(text))
  })

  it.each([
    ['D8: a duplicate member', '{"a":1,"a":2}', 'duplicate'],
    ['D8: a duplicate member written with an escape', '{"a":1,"\\u0061":2}', 'duplicate'],
    ['D8: a member named __proto__', '{"__proto__":{}}', '__proto__'],
    ['D8: a member named __proto__ written with an escape', '{"\\u005f_proto__":{}}', '__proto__'],
    ['D8: a lone surrogate', '"\\ud800"', 'surrogate'],
    ['D8: surrogates in the wrong order', '"\\udc00\\ud800"', 'surrogate'],
    ['D8: the character U+0000', '"\\u0000"', 'U+0000'],
    ['D8: a raw control character', '"\u0001"', 'control'],
    ['D8: minus zero', '-0', 'minus zero'],
    ['D8: minus zero with a fraction', '-0.0', 'minus zero'],
    ['D8: a number that overflows', '1e400', 'too large'],
    ['D8: an integer beyond 2^53', '9007199254740993', '2^53'],
    ['D8: 8,000 nested arrays', nested(8000), 'nesting'],
    ['D10: an empty text', '', 'no JSON value'],
    ['a leading zero', '01', 'after'],
    ['a trailing comma', '[1,]', 'no JSON value'],
    ['a comment', '// x\n1', 'no JSON value'],
    ['single quotes', "'a'", 'no JSON value'],
    ['text after the value', '{} {}', 'after'],
    ['a string that does not end', '"abc', 'end'],
    ['an object that does not end', '{"a":1', 'end'],
    ['an array that does not end', '[1', 'end'],
    ['a member without a colon', '{"a" 1}', 'colon'],
    ['an unknown escape', '"\\x41"', 'escape'],
    ['a short escape', '"\\u12"', 'escape'],
    ['NaN', 'NaN', 'no JSON value'],
  ])('%s is refused', (_, text, reason) => {
    expect(refusal(() => parseJson(text))).toContain(reason)
  })

  it('accepts nesting up to the limit, and refuses deeper nesting', () => {
    expect(() => parseJson(nested(MAX_JSON_DEPTH))).not.toThrow()
    expect(refusal(() => parseJson(nested(MAX_JSON_DEPTH + 1)))).toContain('nesting')
  })

  it('accepts as many values and levels as the caller permits', () => {
    const limits = { depth: 3, values: 6 }
    expect(parseJson('{"a":[{},1,"x",null]}', limits)).toEqual({ a: [{}, 1, 'x', null] })
    expect(refusal(() => parseJson('{"a":[{},1,"x",null,true]}', limits))).toContain('more than 6 values')
    expect(refusal(() => parseJson('{"a":[{"b":[]}]}', limits))).toContain('nesting deeper than 3')
  })

  it('never quotes the text in its message', () => {
    expect(refusal(() => parseJson('{"ptr":"canary-4711" oops'))).not.toContain('canary')
  })
})

describe('parseJsonBytes', () => {
  it.each([
    ['D8: a byte order mark', bytes(0xef, 0xbb, 0xbf, 0x31)],
    ['D8: a raw byte that is not UTF-8', bytes(0x22, 0xff, 0x22)],
    ['D8: an overlong form', bytes(0x22, 0xc0, 0x80, 0x22)],
    ['D8: an encoded surrogate', bytes(0x22, 0xed, 0xa0, 0x80, 0x22)],
    ['a truncated sequence', bytes(0x22, 0xe2, 0x82, 0x22)],
  ])('%s is refused', (_, input) => {
    expect(refusal(() => parseJsonBytes(input))).not.toBe('was accepted')
  })

  it('reads UTF-8', () => {
    expect(parseJsonBytes(new TextEncoder().encode('"€"'))).toBe('€')
  })
})
