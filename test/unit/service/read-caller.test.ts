import { expect, test } from 'vitest'
import { readCaller } from '../../../src/service/admission/read-caller.ts'

const PROVIDER = '018f4e6e-0000-7000-8000-000000000001'
const ADDRESS = 'A'.repeat(43)
const networks = ['192.0.2.7', '192.0.2.7']
const NETWORK = { standing: 'unknown', owner: '192.0.2.7', networks, sender: '192.0.2.7', isDevice: false }

/** Reads the caller of a request, when a token of this client has been verified before. */
const read = (authorization: string | undefined, clientId?: string, { isVouched = false, from = '192.0.2.7' } = {}) =>
  readCaller(
    new Request('https://a.example', { headers: authorization === undefined ? {} : { authorization } }),
    (token) => (token === 'known' && clientId !== undefined ? { clientId, isVouched } : undefined),
    from,
  )

test('the device of a token that was verified before is the caller', () => {
  const device = { owner: PROVIDER, networks, sender: ADDRESS, isDevice: true }
  expect(read('Bearer known', `address:${PROVIDER}:${ADDRESS}`)).toEqual({ standing: 'known', ...device })
  expect(read('Bearer known', `address:${PROVIDER}:${ADDRESS}`, { isVouched: true })).toEqual({ standing: 'vouched', ...device })
})

// Regression: each /64 of one customer was an owner with the same share as a provider.
test('an unknown caller belongs to the /48 of its IPv6 address, and there to the /64', () => {
  expect(read(undefined, undefined, { from: '2001:db8:7:1::5' })).toEqual({
    ...{ standing: 'unknown', owner: '2001:db8:7::/48', networks: ['2001:db8:7::/48', '2001:db8:7:1::/64'] },
    ...{ sender: '2001:db8:7:1::/64', isDevice: false },
  })
})

test('requests of a provider or user are shared by network', () => {
  for (const [type, standing] of [
    ['provider', 'known'],
    ['user', 'vouched'],
  ] as const)
    expect(read('Bearer known', `${type}:${PROVIDER}`)).toEqual({ ...NETWORK, standing, owner: PROVIDER })
})

test('every other request belongs to its network, even if its token names a device', () => {
  const forged = `e30.${btoa(JSON.stringify({ client_id: `address:${PROVIDER}:${ADDRESS}` }))}.x`
  for (const authorization of [undefined, 'Bearer', 'Bearer unknown', `Bearer ${forged}`, 'Basic a2V5', 'Digest x'])
    expect(read(authorization, `address:${PROVIDER}:${ADDRESS}`)).toEqual(NETWORK)
})
