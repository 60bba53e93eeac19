import { parseJsonBytes } from '../../core/strict-json.ts'
import { type Command, EXIT } from '../command.ts'
import { toKeySet } from '../verify/read-bundle.ts'
import { DATABASE_HELP, DATABASE_OPTIONS, NOWHERE, withService } from './database.ts'

/** `licet key rotate` */
export const keyRotate: Command = {
  words: ['key', 'rotate'],
  summary: 'Begin to sign with a new key; the former ones go on verifying.',
  usage: 'licet key rotate [options]',
  options: { ...DATABASE_OPTIONS, json: { type: 'boolean' } },
  help: { ...DATABASE_HELP, '--json': 'print the keys as JSON' },
  async run(input, io) {
    const rotated = await withService(input, io, async (service) => {
      const kid = await service.rotateSigningKey()
      const answer = await service.fetch(new Request(`${NOWHERE}/.well-known/jwks.json`))
      const { keys } = toKeySet(parseJsonBytes(new Uint8Array(await answer.arrayBuffer())))
      return { kid, former: keys.flatMap((key) => (key.kid === undefined || key.kid === kid ? [] : [key.kid])) }
    })
    if (input.values.json === true) {
      io.out(JSON.stringify(rotated, null, 2))
      return EXIT.ok
    }
    io.out(`The service signs with a new key: ${rotated.kid}`)
    for (const kid of rotated.former) io.out(`  goes on verifying  ${kid}`)
    io.out(
      'A running service signs with it after a second. A former one that leaked is taken out ten seconds later, with: licet key remove -- <kid>',
    )
    return EXIT.ok
  },
}
