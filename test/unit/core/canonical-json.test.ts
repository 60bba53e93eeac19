import { describe, expect, it } from 'vitest'
import { canonicalize } from '../../../src/core/canonical-json.ts'
import { isLicetError } from '../../../src/core/errors.ts'
import type { JsonValue } from '../../../src/core/json.ts'

function codeOf(act: () => unknown): string | undefined {
  try {
    act()
  } catch (error) {
    return isLicetError(error) ? error.code : String(error)
  }
  return undefined
}

function fromHex(hex: string): number {
  const view = new DataView(new ArrayBuffer(8))
  view.setBigUint64(0, BigInt(`0x${hex}`))
  return view.getFloat64(0)
}

describe('canonicalize', () => {
  it('D9: writes the sample of RFC 8785 section 3.2.4, byte for byte', () => {
    const input = JSON.parse(
      String.raw`{"numbers":[333333333.33333329,1E30,4.50,2e-3,0.000000000000000000000000001],"string":"\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/","literals":[null,true,false]}`,
    ) as JsonValue
    const expected =
      '7b226c69746572616c73223a5b6e756c6c2c747275652c66616c73655d2c226e756d62657273223a5b3333333333333333332e333333333333332c31652b33302c342e352c302e3030322c31652d32375d2c22737472696e67223a22e282ac245c75303030665c6e4127425c225c5c5c5c5c222f227d'
    expect(Buffer.from(canonicalize(input), 'utf8').toString('hex')).toBe(expected)
  })

  it('D9: sorts members by UTF-16 code units as in RFC 8785 section 3.2.3', () => {
    const names = ['\u20ac', '\r', '\ufb33', '1', '\ud83d\ude00', '\u0080', '\u00f6']
    const canonical = canonicalize(Object.fromEntries(names.map((name) => [name, name])))
    const sorted = Object.values(JSON.parse(canonical) as Record<string, string>)
    // JSON.parse moves the integer-like member to the front, so the order is read from the text.
    const positions = sorted.map((name) => [canonical.indexOf(JSON.stringify(name)), name] as const).sort(([a], [b]) => a - b)
    expect(positions.map(([, name]) => name)).toEqual(['\r', '1', '\u0080', '\u00f6', '\u20ac', '\ud83d\ude00', '\ufb33'])
  })

  it.each([
    ['0000000000000000', '0'],
    ['8000000000000000', '0'],
    ['0000000000000001', '5e-324'],
    ['8000000000000001', '-5e-324'],
    ['7fefffffffffffff', '1.7976931348623157e+308'],
    ['ffefffffffffffff', '-1.7976931348623157e+308'],
    ['4340000000000000', '9007199254740992'],
    ['c340000000000000', '-9007199254740992'],
    ['4430000000000000', '295147905179352830000'],
    ['44b52d02c7e14af5', '9.999999999999997e+22'],
    ['44b52d02c7e14af6', '1e+23'],
    ['44b52d02c7e14af7', '1.0000000000000001e+23'],
    ['444b1ae4d6e2ef4e', '999999999999999700000'],
    ['444b1ae4d6e2ef4f', '999999999999999900000'],
    ['444b1ae4d6e2ef50', '1e+21'],
    ['3eb0c6f7a0b5ed8c', '9.999999999999997e-7'],
    ['3eb0c6f7a0b5ed8d', '0.000001'],
    ['41b3de4355555553', '333333333.3333332'],
    ['41b3de4355555554', '333333333.33333325'],
    ['41b3de4355555555', '333333333.3333333'],
    ['41b3de4355555556', '333333333.3333334'],
    ['41b3de4355555557', '333333333.33333343'],
    ['becbf647612f3696', '-0.0000033333333333333333'],
    ['43143ff3c1cb0959', '1424953923781206.2'],
  ])('D9: writes the double %s of RFC 8785 appendix B as %s', (hex, text) => {
    expect(canonicalize(fromHex(hex))).toBe(text)
  })

  it('D9: keeps NFC and NFD different', () => {
    expect(canonicalize('\u00e9')).not.toBe(canonicalize('e\u0301'))
  })

  it.each([
    ['NaN', Number.NaN],
    ['infinity', Number.POSITIVE_INFINITY],
    ['a lone high surrogate', '\ud800'],
    ['a lone low surrogate as a member name', { '\udc00': 1 }],
    ['undefined as a member', { a: undefined } as unknown as JsonValue],
    ['a function', (() => 1) as unknown as JsonValue],
    ['a bigint', 1n as unknown as JsonValue],
  ])('refuses %s', (_, value) => {
    expect(codeOf(() => canonicalize(value))).toBe('invalid_json')
  })
})
