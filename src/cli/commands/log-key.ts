import { toTimestamp } from '../../core/timestamp.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

export const logKey: Command = {
  words: ['log', 'key'],
  summary: 'List the keys that sign the public log, as their verifiers need them.',
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  async run(input, io) {
    const { readLogKeys } = await import('../../service/log/get-log-keys.ts')
    const { createNodeCrypto } = await import('../../service/node.ts')
    const keys = await withStorage(input, io, (storage) => readLogKeys({ storage, crypto: createNodeCrypto() }))
    if (input.values.json === true) {
      io.out(toPrintableJson(keys))
      return EXIT.ok
    }
    if (keys === undefined) io.out('The public log has no key yet. Start the service: it creates one with the first entries.')
    for (const { vkey, from } of keys?.keys ?? []) io.out(`${vkey}  since ${toTimestamp(from * 1000)}`)
    return EXIT.ok
  },
}
