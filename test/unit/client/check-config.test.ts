import { expect, test } from 'vitest'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'

const config: ServiceClientConfig = {
  authUrl: 'https://auth.example.com',
  provider: { id: 'an-id', publicKey: 'a2V5' },
  origin: 'com.example.shop',
  userId: 'user-1',
  agreement: {
    company: { name: 'My shop', termsUrl: 'https://shop.example/terms', privacyUrl: 'https://shop.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: null,
    expiry: null,
  },
}

// Regression: a mistyped member of the configuration had no effect and no error, unlike one of the agreement.
test.each([
  ['reaskAfter', 'reaskAfterMs'],
  ['authURL', 'authUrl'],
  ['trailUri', 'trailUrl'],
  ['identiy', 'identity'],
])('a configuration with %s is refused, with the member that was meant', (name, meant) => {
  const create = () => new ServiceClient({ ...config, [name]: 'value' })
  expect(create).toThrow(expect.objectContaining({ code: 'invalid_configuration', field: name }))
  expect(create).toThrow(`${name} is not a known member. Nothing was signed. Did you mean "${meant}"?`)
})

test('a mistyped member of the provider is refused, and a member of the host app is not', async () => {
  const provider = { ...config.provider, publickKey: 'value' }
  expect(() => new ServiceClient({ ...config, provider })).toThrow('provider.publickKey is not a known member')
  const client = new ServiceClient({ ...config, theme: 'dark' } as ServiceClientConfig)
  await client.close()
})
