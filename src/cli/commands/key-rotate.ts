import { parseJsonBytes } from '../../core/strict-json.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, UNUSED_AUTH_URL, withService } from '../database.ts'
import { parseKeySet } from '../key-set.ts'
import { toPrintableJson } from '../printable.ts'

/** `licet key rotate` */
export const keyRotate: Command = {
  words: ['key', 'rotate'],
  summary: 'Sign with a new key from now on; former keys still verify.',
  usage: 'licet key rotate [options]',
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const rotated = await withService(input, io, async (service) => {
      const kid = await service.rotateSigningKey()
      const response = await service.fetch(new Request(`${UNUSED_AUTH_URL}/.well-known/jwks.json`))
      const { keys } = parseKeySet(parseJsonBytes(new Uint8Array(await response.arrayBuffer())))
      return { kid, former: keys.flatMap((key) => (key.kid === undefined || key.kid === kid ? [] : [key.kid])) }
    })
    if (input.values.json === true) {
      io.out(toPrintableJson(rotated))
      return EXIT.ok
    }
    io.out(`The service signs with a new key: ${rotated.kid}`)
    for (const kid of rotated.former) io.out(`  still verifies  ${kid}`)
    io.out('A running service uses the new key within a second.')
    io.out('If a former key leaked, wait ten seconds and remove it: licet key remove -- <kid>')
    return EXIT.ok
  },
}
