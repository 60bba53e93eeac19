import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withService } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

export const logKeyRotate: Command = {
  words: ['log', 'key', 'rotate'],
  summary: 'Replace the key that signs the public log. Both keys sign for 30 days.',
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  notes: ['Verifiers that know only the old key have 30 days to read the new one from `<trail_url>/log/keys`.'],
  async run(input, io) {
    const publicKey = await withService(input, io, (service) => service.rotateLogKey())
    if (input.values.json === true) io.out(toPrintableJson({ publicKey }))
    else {
      io.out(`The public log has a new key: ${publicKey}`)
      io.out('It signs from the next entries on. The previous key signs too for 30 days.')
    }
    return EXIT.ok
  },
}
