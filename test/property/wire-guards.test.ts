import fc from 'fast-check'
import * as v from 'valibot'
import { describe, expect, expectTypeOf, it } from 'vitest'
import type { License } from '../../src/core/license.ts'
import type { Wire } from '../../src/protocol/declare.ts'
import {
  addressShape,
  apiKeyShape,
  createdApiKeyShape,
  permitAnswerShape,
  profileShape,
  providerShape,
  receiptClaimsShape,
  registeredShape,
  tokenResponseShape,
  verifiedLicenseShape,
} from '../../src/protocol/guards.ts'
import { parseLicense } from '../../src/protocol/parse-license.ts'
import { ApiKeyRecord, CreatedApiKeyRecord, ProfileRecord, ProviderRecord } from '../../src/protocol/records/accounts.ts'
import { AddressRecord, RegisteredRecord } from '../../src/protocol/records/devices.ts'
import { PermitAnswerRecord, VerifiedLicenseRecord } from '../../src/protocol/records/license-operations.ts'
import { LicenseRecord } from '../../src/protocol/records/licenses.ts'
import { ReceiptClaimsRecord } from '../../src/protocol/records/receipt.ts'
import { TokenResponseRecord } from '../../src/protocol/records/tokens.ts'
import { shaped } from '../../src/protocol/shape.ts'

const digest = 'A'.repeat(43)
const use = { usecases: ['analytics'], destinations: ['*'] }
const token = { access_token: 'a.b.c', scope: '', token_type: 'Bearer', expires_in: 600_000 }
const revocation = { requestedBy: 'person', channel: 'letter', timestamp: '2026-11-20T12:00:00Z', receipt: 'a.b.c' }

/** Values that one member or another accepts, and values close to them. */
const VALUES: readonly unknown[] = [
  ...['', 'text', 'two words', 'Bearer', 'bEARER', 'Bearer ', digest, `${digest}A`, 'B'.repeat(43)],
  ...['2026-11-20T12:00:00Z', '2026-11-20T12:00:00.123456789Z', '2026-02-30T12:00:00Z', '2026-11-20T12:00:00+01:00'],
  ...['active', 'erased', 'Active', 'person', 'court', 'letter', 'trail', 'account:admin', 'publish', 'licensed'],
  ...[true, false, null, 0, -1, 1.5, 200, 201, 202, 1_795_000_000, 253_402_300_800, [], {}, [[]]],
  ...[['analytics'], ['two words'], [''], [1], Array(64).fill('a'), Array(65).fill('a')],
  ...[[use], [{ ...use, more: 1 }], [{ usecases: [], destinations: [] }], [{ usecases: ['a'] }], Array(65).fill(use)],
  ...[token, { ...token, access_token: '' }, { ...token, more: 1 }, { ...token, refresh_token: 1 }],
  ...[revocation, { ...revocation, note: '' }, { ...revocation, note: 1 }, { ...revocation, channel: 'A letter' }],
  ...[{ ...revocation, receipt: '' }, { id: 'lic_1' }, { id: 'lic_1', expiry: 'tomorrow' }, { id: 1 }],
]

const ABSENT = Symbol('absent')
type Choice = unknown

/** Records whose members are all accepted by the declaration, and those with some other members, or without some. */
function records(entries: v.ObjectEntries): fc.Arbitrary<object> {
  const valid = Object.fromEntries(
    Object.entries(entries).map(([name, entry]) => {
      const isOptional = entry.type === 'exact_optional'
      const accepted: Choice[] = VALUES.filter((value) => v.is(entry as v.GenericSchema, value))
      expect(accepted, name).not.toEqual([])
      return [name, fc.constantFrom(...accepted, ...(isOptional ? [ABSENT] : []))]
    }),
  )
  const change = fc.tuple(fc.constantFrom(...Object.keys(entries), 'more'), fc.constantFrom<Choice>(...VALUES, ABSENT))
  return fc.tuple(fc.record(valid), fc.array(change, { maxLength: 2 })).map(([members, changes]) => {
    const changed = Object.entries({ ...members, ...Object.fromEntries(changes) })
    return Object.fromEntries(changed.filter(([, value]) => value !== ABSENT))
  })
}

function isLicense(value: unknown): boolean {
  try {
    parseLicense(value)
    return true
  } catch {
    return false
  }
}

/** The guards of the client, which loads no schemas, and the declarations that the service and the OpenAPI document use. */
const PAIRS: readonly (readonly [string, (value: unknown) => boolean, v.GenericSchema])[] = [
  ['Profile', shaped(profileShape), ProfileRecord],
  ['Provider', shaped(providerShape), ProviderRecord],
  ['ApiKey', shaped(apiKeyShape), ApiKeyRecord],
  ['CreatedApiKey', shaped(createdApiKeyShape), CreatedApiKeyRecord],
  ['Address', shaped(addressShape), AddressRecord],
  ['Registered', shaped(registeredShape), RegisteredRecord],
  ['TokenResponse', shaped(tokenResponseShape), TokenResponseRecord],
  ['VerifiedLicense', shaped(verifiedLicenseShape), VerifiedLicenseRecord],
  ['PermitAnswer', shaped(permitAnswerShape), PermitAnswerRecord],
  ['ReceiptClaims', shaped(receiptClaimsShape), ReceiptClaimsRecord],
  ['License', isLicense, LicenseRecord],
]

describe('the guards of the client', () => {
  it.each(PAIRS)('accept and refuse the same values as the declaration of %s', (_, guard, declaration) => {
    if (!('entries' in declaration)) throw new Error('The declaration is not a record.')
    fc.assert(
      fc.property(records(declaration.entries as v.ObjectEntries), (value) => {
        expect(guard(value)).toBe(v.is(declaration, value))
      }),
      { numRuns: 1000 },
    )
  })

  it.each(PAIRS)('refuse what is no object, as the declaration of %s', (_, guard, declaration) => {
    for (const value of [undefined, null, '', 0, true]) expect([guard(value), v.is(declaration, value)]).toEqual([false, false])
  })

  it('check a license whose type in core is the type of its declaration', () => {
    type Members = { readonly [Name in keyof License as Name extends `x-${string}` ? never : Name]: License[Name] }
    expectTypeOf<Wire<typeof LicenseRecord>>().toEqualTypeOf<Members>()
  })
})
