import { expect, test } from 'vitest'
import { readCaller } from '../../../src/service/admission/read-caller.ts'

const PROVIDER = '018f4e6e-0000-7000-8000-000000000001'
const ADDRESS = 'A'.repeat(43)
const DEVICE = { owner: PROVIDER, sender: ADDRESS, isDevice: true }
const tokenOf = (clientId: string) =>
  `e30.${Buffer.from(JSON.stringify({ sub: clientId, client_id: clientId, name: '💙' })).toString('base64url')}.x`

const read = (headers: Record<string, string>, body = '', peerAddress = '192.0.2.7') =>
  readCaller(new Request('https://a.example', { headers }), new TextEncoder().encode(body), peerAddress)
const form = { 'content-type': 'application/x-www-form-urlencoded' }

test.each([
  ['a bearer token', { authorization: `Bearer ${tokenOf(`address:${PROVIDER}:${ADDRESS}`)}` }, ''],
  ['HTTP Basic', { authorization: `Basic ${btoa(`address%3A${PROVIDER}%3A${ADDRESS}:secret`)}` }, ''],
  ['a form', form, `grant_type=client_credentials&client_id=address%3A${PROVIDER}%3A${ADDRESS}&client_secret=x`],
  ['a refresh token', form, `grant_type=refresh_token&refresh_token=${tokenOf(`addr:${PROVIDER}:${ADDRESS}`)}`],
])('the device of %s is read', (_, headers, body) => {
  expect(read(headers, body)).toEqual(DEVICE)
})

test('requests of a provider or user are shared by network', () => {
  const bearer = (clientId: string) => ({ authorization: `Bearer ${tokenOf(clientId)}` })
  expect(read(bearer(`provider:${PROVIDER}`))).toEqual({ owner: PROVIDER, sender: '192.0.2.7', isDevice: false })
  expect(read(bearer(`user:${PROVIDER}`))).toEqual({ owner: PROVIDER, sender: '192.0.2.7', isDevice: false })
})

test('a request without readable credentials belongs to its network', () => {
  const network = { owner: '192.0.2.7', sender: '192.0.2.7', isDevice: false }
  for (const authorization of ['Bearer', 'Bearer a.%.c', 'Basic %', `Bearer ${tokenOf('admin:1')}`, 'Digest x']) {
    expect(read({ authorization })).toEqual(network)
  }
  expect(read(form, 'client_id=%ff')).toEqual(network)
  expect(read({})).toEqual(network)
})
