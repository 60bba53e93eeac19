import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cutSignature } from '../../../src/service/licenses/cut-signature.ts'
import { processorTimeMs } from '../../support/processor-time.ts'

const cutAll = (text: string) => cutSignature(new TextEncoder().encode(text)).map((bytes) => new TextDecoder().decode(bytes))
const cut = (text: string) => cutAll(text)[0]

test('removes the member, its value and one comma, and keeps every other byte', () => {
  for (const [text, rest] of [
    ['{"a":1,"signature":"x"}', '{"a":1}'],
    ['{"signature":"x","a":1}', '{"a":1}'],
    ['{"a":1,"signature":"x","b":2}', '{"a":1,"b":2}'],
    ['{"signature":"x"}', '{}'],
    ['{"a": 1, "signature": "x"}', '{"a": 1}'],
    ['{"signature" : "x" , "a": 1}', '{"a": 1}'],
    ['\n{\n  "a": 1,\n  "signature": "x"\n}\t', '\n{\n  "a": 1\n}\t'],
    ['{"a":"\\/é\\u00e9","signature":"x\\"y"}', '{"a":"\\/é\\u00e9"}'],
    ['{"a":[{"x":[]}],"\\u0073ign\\u0061ture":"x"}', '{"a":[{"x":[]}]}'],
  ] as const)
    expect(cut(text)).toBe(rest)
})

test('returns a second text that keeps the white space between the comma and the member', () => {
  for (const [text, rest] of [
    ['{"a": 1, "signature": "x"}', '{"a": 1 }'],
    ['{"signature" : "x" , "a": 1}', '{  "a": 1}'],
    ['{"a":1,\n "signature":"x",\n "b":2}', '{"a":1\n ,\n "b":2}'],
  ] as const)
    expect(cutAll(text)[1]).toBe(rest)
  expect(cutAll('{"a":1,"signature":"x"}')).toHaveLength(1)
})

test('does not take a nested member, a value or a part of a text for the member', () => {
  for (const [text, rest] of [
    ['{"x-a":{"signature":"n","b":1},"signature":"x"}', '{"x-a":{"signature":"n","b":1}}'],
    ['{"x-a":["signature","signature"],"signature":"x"}', '{"x-a":["signature","signature"]}'],
    ['{"a":"signature","signature":"x"}', '{"a":"signature"}'],
    ['{"a":",\\"signature\\":\\"y\\"","signature":"x"}', '{"a":",\\"signature\\":\\"y\\""}'],
    ['{"a":"}{][\\\\","signature":"x"}', '{"a":"}{][\\\\"}'],
    ['{"signature ":1,"Signature":2,"signatur":3,"signature":"x"}', '{"signature ":1,"Signature":2,"signatur":3}'],
  ] as const)
    expect(cut(text)).toBe(rest)
})

test('what remains is the object without the member, for any object and position', () => {
  fc.assert(
    fc.property(
      fc.dictionary(
        fc.string().filter((name) => name !== 'signature' && name !== '__proto__'),
        fc.jsonValue(),
        { maxKeys: 5 },
      ),
      fc.string(),
      fc.nat(5),
      fc.constantFrom(0, 1, 3),
      (members, signature, at, indent) => {
        const entries = Object.entries(members)
        // Names that are numbers come first in every object, so the text is written member by member.
        const write = (pairs: [string, unknown][]) =>
          `{${pairs.map(([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value, null, indent)}`).join(indent > 0 ? ', ' : ',')}}`
        const signed: [string, unknown][] = [...entries.slice(0, at), ['signature', signature], ...entries.slice(at)]
        expect(cut(write(signed))).toBe(write(entries))
      },
    ),
  )
})

test('reads a text of 1 MB in linear time, whatever it contains', () => {
  const measure = (text: string) => {
    const bytes = new TextEncoder().encode(text)
    const started = processorTimeMs()
    cutSignature(bytes)
    return processorTimeMs() - started
  }
  const size = 1_000_000
  for (const filling of [
    '"signatur":1,',
    '"\\u0073ignatur":1,',
    '"a":"\\\\\\"",',
    '"a":[{"signature":[]}],',
    '"a": \n\n\n ,',
    `"a":"${'\\"'.repeat(50)}",`,
  ]) {
    const text = `{${filling.repeat(size / filling.length)}"signature":"x"}`
    measure(text)
    expect([filling, measure(text) < 500]).toEqual([filling, true])
  }
  expect(measure(`{"a":${'['.repeat(size / 2)}${']'.repeat(size / 2)},"signature":"x"}`)).toBeLessThan(500)
  expect(measure(`{"signature":"x"${' '.repeat(size)},"a":1}`)).toBeLessThan(500)
})
