import { type Command, EXIT, JSON_OPTION, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { CREATE_STATUS_OPTION, readCreateStatus } from './provider/create-status.ts'
import { REQUIRE_IDENTITY_OPTION, readRequireIdentity } from './provider/require-identity.ts'

export const providerUpdate: Command = {
  words: ['provider', 'update'],
  summary: 'Change the settings of a provider.',
  usage: 'licet provider update <id> [--create-status <status>] [--require-identity <yes|no>] [options]',
  positionals: { '<id>': 'the provider.id that `licet provider create` printed' },
  options: {
    ...CREATE_STATUS_OPTION,
    ...REQUIRE_IDENTITY_OPTION,
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['Settings that you do not pass stay the same.'],
  async run(input, io) {
    const [id = ''] = input.positionals
    const createStatus = readCreateStatus(input)
    const requireIdentity = readRequireIdentity(input)
    if (createStatus === undefined && requireIdentity === undefined)
      throw new UsageError('No setting was given. Nothing was changed. Add --create-status or --require-identity.')
    const provider = await withService(input, io, ({ admin }) => admin.updateProvider(id, { createStatus, requireIdentity }))
    if (input.values.json === true) {
      io.out(toPrintableJson(provider))
      return EXIT.ok
    }
    io.out('The provider is changed.')
    if (createStatus !== undefined) io.out(`The service now answers its new licenses with ${createStatus}.`)
    if (requireIdentity === true) io.out('The service now accepts only people with an identity token of your backend.')
    if (requireIdentity === false) io.out('The service now also accepts people without an identity token.')
    return EXIT.ok
  },
}
