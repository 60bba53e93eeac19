import { describe, expect, it, vi } from 'vitest'

const bytes = (text: string) => new TextEncoder().encode(text)

async function load() {
  vi.resetModules()
  return import('../../../src/core/base64.ts')
}

const ofNode = await load()
vi.stubGlobal('Buffer', undefined)
const ofBrowsers = await load()
vi.unstubAllGlobals()

describe.each([
  ['of Node', ofNode],
  ['of browsers', ofBrowsers],
])('base64 with the codec %s', (_, { fromBase64, fromBase64Url, toBase64, toBase64Url }) => {
  it.each([
    ['', ''],
    ['f', 'Zg=='],
    ['fo', 'Zm8='],
    ['foo', 'Zm9v'],
    ['foob', 'Zm9vYg=='],
    ['fooba', 'Zm9vYmE='],
    ['foobar', 'Zm9vYmFy'],
  ])('encodes %j as RFC 4648 section 10 does', (text, encoded) => {
    expect(toBase64(bytes(text))).toBe(encoded)
    expect(fromBase64(encoded)).toEqual(bytes(text))
    expect(fromBase64(encoded.replaceAll('=', ''))).toEqual(bytes(text))
  })

  it.each(['Zg=', 'Zg===', 'Z', 'Zh==', 'Zm9=', 'Zm9v\n', ' Zm9v', '-_-_', 'Zm9v====', '=', '=Zm9v', 'Zm=9'])(
    'D2: refuses %j, which is not a valid spelling of any bytes',
    (text) => {
      expect(() => fromBase64(text)).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    },
  )

  it('refuses base64url where base64 is expected, and the other way around', () => {
    const all = Uint8Array.of(0xfb, 0xff, 0xfe)
    expect(toBase64(all)).toBe('+//+')
    expect(toBase64Url(all)).toBe('-__-')
    expect(() => fromBase64Url('+//+')).toThrow(expect.objectContaining({ code: 'invalid_request' }))
    expect(() => fromBase64Url('Zg==')).toThrow(expect.objectContaining({ code: 'invalid_request' }))
  })
})
