import { LicetError } from '../../core/errors.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS } from '../target/choose-target.ts'
import { withOverview } from './overview/with-overview.ts'

export const providerShow: Command = {
  words: ['provider', 'show'],
  summary: 'Show a provider, with the values for the configuration of its app.',
  positionals: { '<id>': 'the provider.id that `licet provider create` printed' },
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: TARGET_NOTES,
  async run(input, io) {
    const [id = ''] = input.positionals
    const providers = await withOverview(input, io, (overview) => overview.providers())
    const provider = providers.find(({ providerId }) => providerId === id)
    if (provider === undefined) throw notFound()
    if (input.values.json === true) {
      io.out(toPrintableJson(provider))
      return EXIT.ok
    }
    const { name, providerId, pubKey, orgId, createStatus = 201, requireIdentity = false, created, modified } = provider
    const lines = {
      name,
      'provider.id': providerId,
      'provider.publicKey': pubKey,
      organization: orgId,
      'create status': String(createStatus),
      'requires identity': requireIdentity ? 'yes' : 'no',
      created,
      modified,
    }
    for (const [label, value] of Object.entries(lines)) io.out(`${label.padEnd(20)}${printable(value)}`)
    return EXIT.ok
  },
}

function notFound(): LicetError<'not_found'> {
  return new LicetError(
    'not_found',
    'No provider has this id, or it was deleted. Nothing was changed. Take the id from `licet provider list`.',
  )
}
