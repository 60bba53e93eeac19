import { type Command, EXIT } from '../command.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, withService } from './database.ts'

/** `licet key remove` */
export const keyRemove: Command = {
  words: ['key', 'remove'],
  summary: 'Take a former key out of the key set: nothing that it signed verifies any more.',
  usage: 'licet key remove [options] -- <kid>',
  options: { ...DATABASE_OPTIONS, json: { type: 'boolean' } },
  help: { ...DATABASE_HELP, '--json': 'print the key as JSON' },
  positionals: 1,
  async run(input, io) {
    const [kid = ''] = input.positionals
    await withService(input, io, (service) => service.removeSigningKey(kid))
    if (input.values.json === true) io.out(JSON.stringify({ removed: kid }, null, 2))
    else io.out('The key is removed. Tokens and receipts that it signed verify no more; a running service notices within a second.')
    return EXIT.ok
  },
}
