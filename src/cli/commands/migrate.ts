import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { toPrintableJson } from '../printable.ts'

/** `licet migrate` */
export const migrateCommand: Command = {
  words: ['migrate'],
  summary: 'Bring the schema of the database to the version of this program.',
  usage: 'licet migrate [options]',
  options: { ...DATABASE_OPTIONS, ...JSON_OPTION },
  notes: ['Services of the former version keep running meanwhile. An interrupted migration continues with the next call.'],
  async run(input, io) {
    const { from, to } = await withStorage(input, io, async (storage) => {
      const before = await storage.schema?.()
      await storage.ready()
      return { from: before?.version ?? 0, to: before?.supported ?? 0 }
    })
    if (input.values.json === true) io.out(toPrintableJson({ from, to }))
    else if (from === to) io.out(`The schema has version ${to} already. Nothing was changed.`)
    else io.out(`The schema was migrated from version ${from} to version ${to}.`)
    return EXIT.ok
  },
}
