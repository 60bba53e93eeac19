import { expect, it } from 'vitest'
import { toBase64Url } from '../../../src/core/base64.ts'
import { utf8 } from '../../../src/core/signature.ts'
import { readReceiptFacts } from '../../../src/receipt/receipt-facts.ts'

const CLAIMS = { iss: 'https://a.example', sub: 'A', iat: 1_900_000_000, lic: 'L', req: 'R', terms: 'T', status: 'active' }

const read = (claims: string) => readReceiptFacts(`a.${toBase64Url(utf8(claims))}.c`)

it('reads the time of a receipt, from 1970 to the year 9999', () => {
  expect(read(JSON.stringify(CLAIMS))?.issuedAt.toISOString()).toBe('2030-03-17T17:46:40.000Z')
  expect(read(JSON.stringify({ ...CLAIMS, iat: 0 }))?.issuedAt.getTime()).toBe(0)
  expect(read(JSON.stringify({ ...CLAIMS, iat: 253_402_300_799 }))?.issuedAt.getUTCFullYear()).toBe(9999)
})

// Regression: with 1e300, the date of the receipt was an Invalid Date.
it.each(['1e300', '-1', '0.5', '253402300800', '1e999', '"1900000000"', 'null'])('refuses the time %s', (iat) => {
  expect(read(JSON.stringify(CLAIMS).replace('1900000000', iat))).toBeUndefined()
})
