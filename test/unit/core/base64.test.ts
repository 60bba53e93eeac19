import { describe, expect, it, vi } from 'vitest'
import * as core from '../../../src/core/base64.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

async function loadOfService() {
  vi.resetModules()
  return import('../../../src/service/crypto/standard-base64.ts')
}

const ofService = await loadOfService()
vi.stubGlobal('Buffer', undefined)
const withoutBuffer = await loadOfService()
vi.unstubAllGlobals()

describe.each([
  ['base64', core],
  ['base64 of the service', ofService],
  ['base64 of the service without Buffer', withoutBuffer],
])('%s', (_, { fromBase64, fromBase64Url, toBase64, toBase64Url }) => {
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
