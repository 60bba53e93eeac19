import { type Command, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printResult } from '../print-result.ts'

export const apiKeyRevoke: Command = {
  words: ['api-key', 'revoke'],
  summary: 'Revoke a lost or leaked API key by its id.',
  positionals: { '<id>': 'the id that `licet api-key list` prints' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [id = ''] = input.positionals
    await withService(input, io, ({ admin }) => admin.revokeApiKey(id))
    return printResult(input, io, { revoked: id }, [
      'The API key is revoked. The service now refuses the key and every token that was issued for it.',
    ])
  },
}
