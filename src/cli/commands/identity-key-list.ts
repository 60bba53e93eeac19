import { type Command, EXIT, JSON_OPTION, requiredOption } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { PROVIDER_OPTION } from './identity-key/provider-option.ts'

export const identityKeyList: Command = {
  words: ['identity-key', 'list'],
  summary: 'List the identity keys of a provider, without their secrets.',
  options: { ...PROVIDER_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const providerId = requiredOption(input, 'provider')
    const keys = await withService(input, io, ({ admin }) => admin.listIdentityKeys(providerId))
    if (input.values.json === true) io.out(toPrintableJson(keys))
    else if (keys.length === 0) io.out('The provider has no identity key. Create one: licet identity-key create --provider <id>')
    else for (const { kid, created, jwk } of keys) io.out(`${kid}  ${created}  ${jwk.crv}`)
    return EXIT.ok
  },
}
