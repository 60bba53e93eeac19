import { type Command, JSON_OPTION, requiredOption } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printResult } from '../print-result.ts'
import { PROVIDER_OPTION } from './identity-key/provider-option.ts'

export const identityKeyRemove: Command = {
  words: ['identity-key', 'remove'],
  summary: 'Remove an identity key; its tokens are refused from now on.',
  usage: 'licet identity-key remove --provider <id> [options] -- <kid>',
  positionals: { '<kid>': 'the id of the key, after --, because it can begin with a hyphen' },
  options: { ...PROVIDER_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [kid = ''] = input.positionals
    const providerId = requiredOption(input, 'provider')
    await withService(input, io, ({ admin }) => admin.removeIdentityKey(providerId, kid))
    return printResult(input, io, { removed: kid }, [
      'The identity key is removed. Devices that registered with its tokens stay vouched for.',
    ])
  },
}
