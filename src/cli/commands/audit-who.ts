import type { Storage } from '../../service/index.ts'
import type { AuditedLicense } from '../../service/storage/overview.ts'
import {
  type Command,
  type CommandInput,
  type CommandIo,
  EXIT,
  JSON_OPTION,
  requiredOption,
  textOption,
  UsageError,
} from '../command.ts'
import { count } from '../count.ts'
import { DATABASE_OPTIONS, withStorage } from '../database.ts'
import { printable, toPrintableJson } from '../printable.ts'
import { findRead, type Read } from './audit/find-reads.ts'
import { DAY_OPTIONS, readAuditLog, readDays } from './audit/read-database.ts'

/** A read, with the names of its API key. */
type NamedRead = Read & { readonly user?: string | undefined; readonly apiKey?: string | undefined }

export const auditWho: Command = {
  words: ['audit', 'who'],
  summary: 'List who read the licenses of a person, from the audit log.',
  usage: 'licet audit who (--provider <id> --ptr <id> | --license <id>) [options]',
  options: {
    provider: { type: 'string', value: '<id>', help: 'with --ptr: the provider of the licenses' },
    ptr: { type: 'string', value: '<id>', help: "your app's id of the person" },
    license: { type: 'string', value: '<id>', help: 'one license, for example of a person who was erased' },
    ...DAY_OPTIONS,
    ...DATABASE_OPTIONS,
    ...JSON_OPTION,
  },
  notes: [
    'A read is certain when the log has the id of the license, and possible when the read selected more licenses than the log has ids of.',
    'Permits are listed once an hour for each API key, when the hour is over or the service stops.',
    'Reads of the last minute can be missing while the service runs. Check the log first: licet audit verify',
  ],
  async run(input, io) {
    const which = readWhich(input)
    const days = readDays(input)
    await withStorage(input, io, async (storage) => {
      const { findAuditedLicenses } = await import('../../service/storage/overview.ts')
      const { isId } = await import('../../service/crypto/create-id.ts')
      const licenses = isId('id' in which ? which.id : which.providerId) ? await findAuditedLicenses(storage, which) : []
      if (licenses.length === 0) throw nothingFound()
      const reads: Read[] = []
      let isIncomplete = false
      for await (const line of readAuditLog(storage, days)) {
        if (line.type === 'head' && line.removed !== undefined) isIncomplete = true
        const read = line.type === 'event' ? findRead(line, licenses) : undefined
        if (read !== undefined) reads.push(read)
      }
      reads.sort((a, b) => (a.time < b.time ? -1 : 1))
      const named = await addNames(storage, reads)
      if (input.values.json === true) io.out(toPrintableJson({ licenses: licenses.map(({ id }) => id), reads: named }))
      else print(named, licenses, io)
      if (isIncomplete)
        io.err(
          'The retention removed older events, so earlier reads are unknown. Read an archived copy of the log, or keep events longer with --audit-retention-days.',
        )
    })
    return EXIT.ok
  },
}

function print(reads: readonly NamedRead[], licenses: readonly AuditedLicense[], io: CommandIo): void {
  for (const { certainty, time, actor, user, apiKey, count: number, people, filter } of reads) {
    const who = user === undefined ? String(actor.type) : `${user}, API key ${apiKey ?? 'unknown'}`
    const what = describeRead(number, people)
    const how = filter === undefined ? '' : `  ${JSON.stringify(filter)}`
    io.out(`${time}  ${certainty.padEnd(8)}  ${printable(who)}  ${what}${printable(how)}`)
  }
  const certain = reads.filter(({ certainty }) => certainty === 'certain').length
  io.out(
    `${count(licenses.length, 'license')}: ${count(certain, 'certain read')}, ${reads.length - certain} possible. Reads of the last minute, and permits of the last hour, can be missing while the service runs.`,
  )
}

function describeRead(number: number | undefined, people: number | undefined): string {
  if (number === undefined) return 'every license'
  return people === undefined ? count(number, 'license') : `${count(number, 'permit')} of ${count(people, 'person', 'people')}`
}

/** Adds the e-mail address and the name of the API key, which are not in the log. */
async function addNames(storage: Storage, reads: readonly Read[]): Promise<NamedRead[]> {
  const { listUsers } = await import('../../service/storage/overview.ts')
  const { listApiKeys } = await import('../../service/storage/accounts.ts')
  const users = new Map((await listUsers(storage, null)).map(({ id, email }) => [id, email]))
  const keys = new Map<string, string>()
  const readers = new Set(reads.flatMap(({ actor }) => (typeof actor.id === 'string' && users.has(actor.id) ? [actor.id] : [])))
  for (const id of readers) for (const key of await listApiKeys(storage, id)) keys.set(key.id, `${key.name} (${key.prefix}…)`)
  return reads.map((read) => {
    const [user, apiKey] = [users.get(String(read.actor.id)), keys.get(String(read.actor.apiKeyId))]
    return { ...read, ...(user !== undefined && { user }), ...(apiKey !== undefined && { apiKey }) }
  })
}

function readWhich(input: CommandInput): { readonly providerId: string; readonly ptr: string } | { readonly id: string } {
  const [ptr, id] = [textOption(input, 'ptr'), textOption(input, 'license')]
  if (ptr && id === undefined) return { providerId: requiredOption(input, 'provider'), ptr }
  if (id && ptr === undefined) return { id }
  throw new UsageError('The command needs either --provider and --ptr, or --license. Nothing was read. Add one of them.')
}

function nothingFound(): UsageError {
  return new UsageError(
    'No license was found. Nothing was read. Check --provider and --ptr, or --license. An erased person has no --ptr: use the ids of the licenses.',
  )
}
