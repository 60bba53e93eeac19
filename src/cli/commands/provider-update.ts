import { type Command, EXIT, JSON_OPTION, UsageError } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'
import { CREATE_STATUS_OPTION, readCreateStatus } from './provider/create-status.ts'

/** `licet provider update` */
export const providerUpdate: Command = {
  words: ['provider', 'update'],
  summary: 'Change the settings of a provider.',
  usage: 'licet provider update <id> --create-status <status> [options]',
  positionals: { '<id>': 'the provider.id that `licet provider create` printed' },
  options: { ...CREATE_STATUS_OPTION, ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [id = ''] = input.positionals
    const createStatus = readCreateStatus(input)
    if (createStatus === undefined) throw new UsageError('No setting was given. Nothing was changed. Add --create-status.')
    const provider = await withService(input, io, ({ admin }) => admin.updateProvider(id, { createStatus }))
    if (input.values.json === true) io.out(toPrintableJson(provider))
    else io.out(`The provider is changed. The service now answers its new licenses with ${createStatus}.`)
    return EXIT.ok
  },
}
