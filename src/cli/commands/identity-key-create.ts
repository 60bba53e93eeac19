import { type Command, EXIT, JSON_OPTION, requiredOption } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { PROVIDER_OPTION } from './identity-key/provider-option.ts'

/** `licet identity-key create` */
export const identityKeyCreate: Command = {
  words: ['identity-key', 'create'],
  summary: 'Create the key with which your backend vouches for people, and print it once.',
  usage: 'licet identity-key create --provider <id> [options]',
  options: { ...PROVIDER_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const { publicJwk, privateJwk } = await generateKey()
    const key = await withService(input, io, ({ admin }) => admin.addIdentityKey(providerId, publicJwk))
    if (input.values.json === true) {
      io.out(toPrintableJson({ kid: key.kid, created: key.created, identityKey: JSON.stringify(privateJwk) }))
      return EXIT.ok
    }
    io.out('The identity key is created. Copy it now into the environment of your backend: the service has only its public half.')
    io.out(`  LICET_PROVIDER_ID=${providerId}`)
    io.out(`  LICET_IDENTITY_KEY='${JSON.stringify(privateJwk)}'`)
    io.out('Then createIdentityToken({ userId }) of licet/server creates the tokens for `identity` of the client.')
    return EXIT.ok
  },
}

/** The members of a P-256 key, in the order in which they are printed. */
async function generateKey() {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, true, ['sign', 'verify'])
  const { x = '', y = '', d = '' } = await crypto.subtle.exportKey('jwk', pair.privateKey)
  const publicJwk = { kty: 'EC', crv: 'P-256', x, y }
  return { publicJwk, privateJwk: { ...publicJwk, d } }
}
