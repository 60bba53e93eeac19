import { expect, test } from 'vitest'
import { readCaller } from '../../../src/service/admission/read-caller.ts'

const PROVIDER = '018f4e6e-0000-7000-8000-000000000001'
const ADDRESS = 'A'.repeat(43)
const NETWORK = { owner: '192.0.2.7', sender: '192.0.2.7', isDevice: false }

/** Reads the caller of a request, when a token of this client has been verified before. */
const read = (authorization: string | undefined, clientId?: string) =>
  readCaller(
    new Request('https://a.example', { headers: authorization === undefined ? {} : { authorization } }),
    (token) => (token === 'known' ? clientId : undefined),
    '192.0.2.7',
  )

test('the device of a token that was verified before is the caller', () => {
  expect(read('Bearer known', `address:${PROVIDER}:${ADDRESS}`)).toEqual({ owner: PROVIDER, sender: ADDRESS, isDevice: true })
})

test('requests of a provider or user are shared by network', () => {
  for (const type of ['provider', 'user'])
    expect(read('Bearer known', `${type}:${PROVIDER}`)).toEqual({ owner: PROVIDER, sender: '192.0.2.7', isDevice: false })
})

test('every other request belongs to its network, also if its token names a device', () => {
  const forged = `e30.${btoa(JSON.stringify({ client_id: `address:${PROVIDER}:${ADDRESS}` }))}.x`
  for (const authorization of [undefined, 'Bearer', 'Bearer unknown', `Bearer ${forged}`, 'Basic a2V5', 'Digest x'])
    expect(read(authorization, `address:${PROVIDER}:${ADDRESS}`)).toEqual(NETWORK)
})
