import { describe, expect, it } from 'vitest'
import { parseLicense } from '../../../src/protocol/parse-license.ts'
import { parseLicenseRequest } from '../../../src/protocol/parse-license-request.ts'

const request = {
  ptr: 'user-1',
  origin: 'com.example.app',
  terms: '# Terms\n',
  description: 'Receipts',
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['example.com'] }],
  signature: 'c2ln',
}
const hash = 'A'.repeat(43)
const record = {
  ...request,
  id: 'lic_1',
  providerId: 'prv_1',
  address: hash,
  termsHash: hash,
  timestamp: '2026-11-20T12:00:00.000Z',
  status: 'active',
  receipt: 'a.b.c',
}

describe('parseLicenseRequest', () => {
  it('accepts the members of the interface, and keeps those whose name begins with x-', () => {
    const input = { ...request, expiry: '2027-01-01T00:00:00Z', 'x-store': { id: 7 } }
    expect(parseLicenseRequest(input)).toEqual(input)
    expect(parseLicenseRequest({ ...request, uses: [] }).uses).toEqual([])
    expect('expiry' in parseLicenseRequest(request)).toBe(false)
  })

  it.each([
    ['D13: an unknown member', { ...request, extra: 1 }, 'extra'],
    ['D13: an unknown member of a use', { ...request, uses: [{ ...request.uses[0], extra: 1 }] }, 'uses[0].extra'],
    ['D14: an expiry that is not UTC', { ...request, expiry: '2027-01-01T00:00:00+01:00' }, 'expiry'],
    ['D14: an expiry on 31 February', { ...request, expiry: '2027-02-31T00:00:00Z' }, 'expiry'],
    ['an empty ptr', { ...request, ptr: '' }, 'ptr'],
    ['an origin that is no reverse-DNS name', { ...request, origin: 'https://example.com' }, 'origin'],
    ['a tag that is no word', { ...request, tags: ['two words'] }, 'tags[0]'],
    ['a use without use cases', { ...request, uses: [{ usecases: [], destinations: ['*'] }] }, 'uses[0].usecases'],
    ['a terms that is no text', { ...request, terms: 7 }, 'terms'],
    ['D13: a ptr of 257 letters', { ...request, ptr: 'x'.repeat(257) }, 'ptr'],
    ['D13: an origin of 256 letters', { ...request, origin: `${'x.'.repeat(127)}xx` }, 'origin'],
    ['D13: a description of 2001 letters', { ...request, description: 'x'.repeat(2001) }, 'description'],
    ['D13: 65 tags', { ...request, tags: Array(65).fill('health') }, 'tags'],
    ['D13: 65 uses', { ...request, uses: Array(65).fill(request.uses[0]) }, 'uses'],
    ['D13: 65 use cases', { ...request, uses: [{ usecases: Array(65).fill('a'), destinations: ['*'] }] }, 'uses[0].usecases'],
    ['more than 4 kB of members x-…', { ...request, 'x-a': 'é'.repeat(1000), 'x-b': 'x'.repeat(2100) }, 'x-a'],
    ['a use without destinations', { ...request, uses: [{ usecases: ['*'], destinations: [] }] }, 'uses[0].destinations'],
  ])('%s is refused, and the error has its field', (_, input, field) => {
    expect(() => parseLicenseRequest(input)).toThrow(expect.objectContaining({ code: 'invalid_license', field }))
  })

  // Regression: a name of 200 kB, and its escape sequences, were in the message and the field of the error.
  it.each([
    ['a long name', { ['n'.repeat(200_000)]: 1 }, 'n'.repeat(100)],
    ['a long name of emojis', { [`n${'😀'.repeat(50_000)}`]: 1 }, `n${'😀'.repeat(99)}`],
    ['a name with control and format characters', { 'a\u001b[2J\u202e\nb': 1 }, 'a\ufffd[2J\ufffd\ufffdb'],
    ['a long name in a use', { uses: [{ ...request.uses[0], ['n'.repeat(200_000)]: 1 }] }, `uses[0].${'n'.repeat(100)}`],
    ['a long name x-…', { [`x-\u202e${'n'.repeat(200_000)}`]: 1 }, `x-\ufffd${'n'.repeat(97)}`],
  ])('%s is cut and printable in the error', (_, members, field) => {
    const refused = expect.objectContaining({ field, message: expect.stringMatching(/^[^\p{Cc}\p{Cf}]{1,400}$/u) })
    expect(() => parseLicenseRequest({ ...request, ...members })).toThrow(refused)
  })

  // Wire decisions, section 3. The values of an older license have to stay withdrawable.
  it.each([
    ['description', { description: 'You get 90\u200f / \u200f10' }],
    ['description', { description: 'a\u00adb' }],
    ['description', { description: 'a\u2028b' }],
    ['description', { description: 'a\u2029b' }],
    ['tags', { tags: ['x-a\u3164'] }],
    ['uses', { uses: [{ usecases: ['x-a\u034f'], destinations: ['*'] }] }],
    ['uses', { uses: [{ usecases: ['*'], destinations: ['a\u115f.example'] }] }],
  ])('an invisible character in %s is refused in a grant, and accepted in a withdrawal', (field, values) => {
    expect(() => parseLicenseRequest({ ...request, ...values })).toThrow(
      expect.objectContaining({ code: 'invalid_license', field }),
    )
    expect(parseLicenseRequest({ ...request, ...values, uses: [] }).uses).toEqual([])
  })

  it('accepts isolated values in a description, and any character in the terms', () => {
    const input = { ...request, description: 'تطلب منك \u2068Acme\u2069 ذلك.', terms: 'a\u200fb\u00ad\u2800' }
    expect(parseLicenseRequest(input)).toEqual(input)
  })

  // The protocol page documents these units, so that other implementations refuse the same values.
  it.each([
    ['ptr', 'text in UTF-16 units', { ptr: '💙'.repeat(128) }, { ptr: '💙'.repeat(129) }],
    ['description', 'text in UTF-16 units', { description: '💙'.repeat(1000) }, { description: '💙'.repeat(1001) }],
    ['tags[0]', 'words in code points', { tags: ['💙'.repeat(128)] }, { tags: ['💙'.repeat(129)] }],
    ['tags[0]', 'no joiner in a word', { tags: ['می'] }, { tags: ['می\u200cخواهم'] }],
    ['tags[0]', 'no private use in a word', { tags: ['*'] }, { tags: ['\ue000'] }],
    ['origin', 'two labels', { origin: 'a.b' }, { origin: 'localhost' }],
    ['origin', 'labels of 63', { origin: `a.${'b'.repeat(63)}` }, { origin: `a.${'b'.repeat(64)}` }],
    ['origin', 'ASCII, and a letter or digit first', { origin: '7.-a_' }, { origin: '-a.b' }],
  ])('applies the limit of %s: %s', (field, _, within, beyond) => {
    expect(parseLicenseRequest({ ...request, ...within })).toEqual({ ...request, ...within })
    expect(() => parseLicenseRequest({ ...request, ...beyond })).toThrow(
      expect.objectContaining({ code: 'invalid_license', field }),
    )
  })

  it('D13: accepts values at each limit', () => {
    const words = Array(64).fill('a')
    const uses = [{ usecases: words, destinations: words }, ...Array(63).fill({ usecases: words, destinations: ['a'] })]
    const long = { ptr: 'x'.repeat(256), origin: `${'x.'.repeat(127)}x`, description: 'x'.repeat(2000), tags: Array(64).fill('a') }
    expect(parseLicenseRequest({ ...request, ...long, uses })).toEqual({ ...request, ...long, uses })
  })

  it.each(Object.keys(request))('refuses a request without %s', (name) => {
    const { [name as keyof typeof request]: _, ...rest } = request
    expect(() => parseLicenseRequest(rest)).toThrow(expect.objectContaining({ code: 'invalid_license', field: name }))
  })

  it.each([null, [], 'text', 1])('D10: refuses %j', (input) => {
    expect(() => parseLicenseRequest(input)).toThrow(expect.objectContaining({ code: 'invalid_license' }))
  })
})

describe('parseLicense', () => {
  it('keeps unknown members', () => {
    expect(parseLicense({ ...record, 'x-store': 1, later: true })).toEqual({ ...record, 'x-store': 1, later: true })
  })

  it('accepts an erased record, whose pointer and address are empty', () => {
    expect(parseLicense({ ...record, ptr: '', address: '', status: 'erased' }).status).toBe('erased')
  })

  it.each(['id', 'status', 'termsHash', 'timestamp', 'receipt', 'terms'])('refuses a record without %s', (name) => {
    expect(() => parseLicense({ ...record, [name]: undefined })).toThrow(
      expect.objectContaining({ code: 'invalid_response', field: name }),
    )
  })

  it('refuses an unknown status', () => {
    expect(() => parseLicense({ ...record, status: 'fine' })).toThrow(expect.objectContaining({ field: 'status' }))
  })
})
