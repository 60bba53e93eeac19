import { type Command, JSON_OPTION, requiredOption } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printResult } from '../print-result.ts'
import { PROVIDER_OPTION } from './identity-key/provider-option.ts'

export const identityKeyCreate: Command = {
  words: ['identity-key', 'create'],
  summary: 'Create the key with which your backend vouches for people, and print it once.',
  options: { ...PROVIDER_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const { publicJwk, privateJwk } = await generateKey()
    const key = await withService(input, io, ({ admin }) => admin.addIdentityKey(providerId, publicJwk))
    return printResult(input, io, { kid: key.kid, created: key.created, identityKey: JSON.stringify(privateJwk) }, [
      'The identity key is created. Copy it now into the environment of your backend: the service has only its public half.',
      `  LICET_PROVIDER_ID=${providerId}`,
      `  LICET_IDENTITY_KEY='${JSON.stringify(privateJwk)}'`,
      'Then createIdentityToken({ userId }) of licet/server creates the tokens for `identity` of the client.',
    ])
  },
}

/** Returns a new P-256 key. Its members have the order in which they are printed. */
export async function generateKey() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { publicJwk, privateJwk: { ...publicJwk, d } }
}
