import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

/** `licet api-key revoke` */
export const apiKeyRevoke: Command = {
  words: ['api-key', 'revoke'],
  summary: 'Revoke a lost or leaked API key by its id.',
  usage: 'licet api-key revoke <id> [options]',
  positionals: { '<id>': 'the id that `licet api-key list` prints' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [id = ''] = input.positionals
    await withService(input, io, ({ admin }) => admin.revokeApiKey(id))
    if (input.values.json === true) io.out(toPrintableJson({ revoked: id }))
    else io.out('The API key is revoked. The service now refuses the key and every token that was issued for it.')
    return EXIT.ok
  },
}
