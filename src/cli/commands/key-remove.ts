import { type Command, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { printResult } from '../print-result.ts'

export const keyRemove: Command = {
  words: ['key', 'remove'],
  summary: 'Remove an earlier signing key; its tokens and receipts no longer verify.',
  usage: 'licet key remove [options] -- <kid>',
  positionals: { '<kid>': 'the id of the key, after --, because it can begin with a hyphen' },
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const [kid = ''] = input.positionals
    await withService(input, io, (service) => service.removeSigningKey(kid))
    return printResult(input, io, { removed: kid }, [
      'The signing key is removed. Tokens and receipts that it signed no longer verify.',
      'A running service applies this within a second.',
    ])
  },
}
