import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { fromBase64, fromBase64Url, toBase64, toBase64Url } from '../../src/core/base64.ts'
import { canonicalize } from '../../src/core/canonical-json.ts'
import type { JsonValue } from '../../src/core/json.ts'
import { parseJson } from '../../src/core/strict-json.ts'

// Values that the strict parser accepts: no minus zero, no integer beyond 2^53, no U+0000, no member __proto__, at most 8 levels.
const text = fc.string({ unit: 'binary' }).map((value) => value.replaceAll('\u0000', ''))
const number = fc
  .double({ noNaN: true, noDefaultInfinity: true })
  .filter((value) => !Object.is(value, -0) && !(Number.isInteger(value) && !Number.isSafeInteger(value)))
const { json } = fc.letrec<{ json: JsonValue }>((tie) => ({
  json: fc.oneof(
    { maxDepth: 6, withCrossShrink: true },
    fc.oneof(fc.constant(null), fc.boolean(), number, text),
    fc.array(tie('json'), { maxLength: 5 }),
    fc.dictionary(
      text.filter((name) => name !== '__proto__'),
      tie('json'),
      { maxKeys: 5, noNullPrototype: true },
    ),
  ),
}))

function shuffled(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(shuffled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value)
      .reverse()
      .map(([name, member]) => [name, shuffled(member)]),
  )
}

describe('base64', () => {
  it('decodes to the encoded bytes, as Buffer does', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 300 }), (bytes) => {
        expect(toBase64(bytes)).toBe(Buffer.from(bytes).toString('base64'))
        expect(toBase64Url(bytes)).toBe(Buffer.from(bytes).toString('base64url'))
        expect(fromBase64(toBase64(bytes))).toEqual(Uint8Array.from(bytes))
        expect(fromBase64Url(toBase64Url(bytes))).toEqual(Uint8Array.from(bytes))
      }),
    )
  })

  it('accepts only one encoding of the same bytes, with or without padding', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 12 }), (candidate) => {
        let bytes: Uint8Array
        try {
          bytes = fromBase64(candidate)
        } catch {
          return
        }
        expect([toBase64(bytes), toBase64(bytes).replaceAll('=', '')]).toContain(candidate)
      }),
      { numRuns: 1000 },
    )
  })
})

describe('canonical JSON', () => {
  it('is the same for every order of members, and stays the same when written again', () => {
    fc.assert(
      fc.property(json, (value) => {
        const canonical = canonicalize(value)
        expect(canonicalize(parseJson(canonical))).toBe(canonical)
        expect(canonicalize(shuffled(value))).toBe(canonical)
      }),
    )
  })

  it('keeps the value: the strict parser and JSON.parse read the same', () => {
    fc.assert(
      fc.property(json, (value) => {
        const canonical = canonicalize(value)
        expect(parseJson(canonical)).toEqual(JSON.parse(canonical))
        expect(parseJson(JSON.stringify(value, null, 2))).toEqual(value)
      }),
    )
  })
})

describe('strict JSON', () => {
  it('refuses everything that JSON.parse refuses, always with invalid_json', () => {
    const almost = fc.tuple(json, fc.nat(), fc.string({ maxLength: 3 })).map(([value, at, noise]) => {
      const source = JSON.stringify(value)
      const cut = at % (source.length + 1)
      return source.slice(0, cut) + noise + source.slice(cut + noise.length)
    })
    fc.assert(
      fc.property(almost, (source) => {
        let value: JsonValue
        try {
          value = parseJson(source)
        } catch (error) {
          expect(error).toMatchObject({ name: 'LicetError', code: 'invalid_json' })
          return
        }
        expect(value).toEqual(JSON.parse(source))
      }),
      { numRuns: 1000 },
    )
  })
})
