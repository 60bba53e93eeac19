import { type Command, EXIT } from '../command.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, withService } from './database.ts'

/** `licet api-key revoke` */
export const apiKeyRevoke: Command = {
  words: ['api-key', 'revoke'],
  summary: 'Revoke an API key by its id, for one that is lost or leaked.',
  usage: 'licet api-key revoke <id> [options]',
  options: { ...DATABASE_OPTIONS, json: { type: 'boolean' } },
  help: { '<id>': 'as licet api-key list tells it', ...DATABASE_HELP, '--json': 'print the id as JSON' },
  positionals: 1,
  async run(input, io) {
    const [id = ''] = input.positionals
    await withService(input, io, ({ admin }) => admin.revokeApiKey(id))
    if (input.values.json === true) io.out(JSON.stringify({ revoked: id }, null, 2))
    else io.out('The key is revoked: it opens nothing any more, and neither do the tokens that were made with it.')
    return EXIT.ok
  },
}
