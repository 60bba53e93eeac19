import * as v from 'valibot'
import { isLicetError } from '../../core/errors.ts'
import type { LicenseRevocation } from '../../core/license.ts'
import { RevokeLicenseBody } from '../../protocol/records/license-operations.ts'
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
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS, withTarget } from '../target/choose-target.ts'
import { withLicenses } from './license/license-source.ts'

export const licenseRevoke: Command = {
  words: ['license', 'revoke'],
  summary: 'Revoke a license, or every license of a person, without the device, for example after a letter.',
  usage: 'licet license revoke (<id> | --provider <id> --ptr <id>) --requested-by <who> --channel <word> [options]',
  positionals: { '[<id>]': 'the id of the license' },
  options: {
    provider: { type: 'string', value: '<id>', help: 'with --ptr: the provider whose licenses are revoked' },
    ptr: { type: 'string', value: '<id>', help: "every license in force of this person, on all devices: your app's id" },
    'requested-by': { type: 'string', value: '<who>', isRequired: true, help: 'who asked for it: person, company or court' },
    channel: {
      type: 'string',
      value: '<word>',
      isRequired: true,
      help: 'how the request arrived, in lower case: letter, call, email',
    },
    note: { type: 'string', value: '<text>', help: 'a note for your organization, which the person does not see' },
    ...TARGET_OPTIONS,
    ...JSON_OPTION,
  },
  notes: ['It cannot be undone. The device shows it after its next check, at most a day later.', ...TARGET_NOTES],
  async run(input, io) {
    const person = readPerson(input)
    const request = readRevocation(input)
    return person === undefined ? revokeOne(input, io, request) : revokeAll(input, io, person, request)
  },
}

type Revoke = (id: string) => Promise<LicenseRevocation | undefined>
type RevocationRequest = v.InferOutput<typeof RevokeLicenseBody>
type Person = { readonly provider: string; readonly ptr: string }

async function revokeOne(input: CommandInput, io: CommandIo, request: RevocationRequest): Promise<number> {
  const [id = ''] = input.positionals
  const revocation = await withRevoke(input, io, request, (revoke) => revoke(id))
  if (input.values.json === true) io.out(toPrintableJson(revocation ?? null))
  else if (revocation === undefined) io.out('The device itself has revoked this license before. Nothing was changed.')
  else io.out(`The license ended at ${revocation.timestamp}, requested by ${revocation.requestedBy}. The service signed a receipt.`)
  return EXIT.ok
}

async function revokeAll(input: CommandInput, io: CommandIo, person: Person, request: RevocationRequest): Promise<number> {
  const ids: string[] = []
  await withLicenses(input, io, async ({ list }) => {
    for await (const { id } of list({ ...person, status: 'active' })) ids.push(id)
  })
  const revoked = await withRevoke(input, io, request, async (revoke) => {
    const results: { readonly id: string; readonly revocation: LicenseRevocation }[] = []
    for (const id of ids) {
      const revocation = await unlessEnded(() => revoke(id))
      if (revocation !== undefined) results.push({ id, revocation })
    }
    return results
  })
  if (input.values.json === true) io.out(toPrintableJson(revoked))
  else for (const { id, revocation } of revoked) io.out(`${id}  ended at ${revocation.timestamp}`)
  if (revoked.length === 0) {
    io.err('No license of this person is in force at this provider. Nothing was changed. Check --provider and --ptr.')
    return EXIT.failed
  }
  if (input.values.json !== true) io.out(`Revoked ${count(revoked.length, 'license')}. The service signed a receipt for each.`)
  return EXIT.ok
}

/** A license that ended since it was listed, for example because its device withdrew it, needs no revocation. */
async function unlessEnded<T>(revoke: () => Promise<T>): Promise<T | undefined> {
  try {
    return await revoke()
  } catch (error) {
    if (isLicetError(error, 'license_ended')) return undefined
    throw error
  }
}

function withRevoke<T>(
  input: CommandInput,
  io: CommandIo,
  request: RevocationRequest,
  work: (revoke: Revoke) => Promise<T>,
): Promise<T> {
  return withTarget(input, io, {
    remote: ({ client, token }) => work(async (id) => (await client.revokeLicense(await token(), id, request)).revocation),
    local: async (storage) => {
      const { createAdmin } = await import('../../service/index.ts')
      const { createNodeCrypto } = await import('../../service/node.ts')
      const admin = createAdmin({ storage, crypto: createNodeCrypto(), now: io.now })
      return work((id) => admin.revokeLicense(id, request))
    },
  })
}

/** Returns the person whose licenses are revoked, or `undefined` when a license is given by its id. */
function readPerson(input: CommandInput): Person | undefined {
  const ptr = textOption(input, 'ptr')
  const hasId = input.positionals.length === 1
  if (ptr && !hasId) return { provider: requiredOption(input, 'provider'), ptr }
  if (hasId && ptr === undefined && textOption(input, 'provider') === undefined) return undefined
  throw new UsageError(
    'The command needs either the id of a license, or --provider and --ptr. Nothing was changed. Add one of them, and not both.',
  )
}

const FORMS: Readonly<Record<string, string>> = {
  requestedBy: 'is none of person, company and court',
  channel: 'is not one lower-case word, such as letter',
  note: 'is empty, or longer than 500 characters',
}

function readRevocation(input: CommandInput): RevocationRequest {
  const note = textOption(input, 'note')
  const result = v.safeParse(RevokeLicenseBody, {
    requestedBy: requiredOption(input, 'requested-by'),
    channel: requiredOption(input, 'channel'),
    ...(note === undefined ? {} : { note }),
  })
  if (result.success) return result.output
  const field = v.getDotPath(result.issues[0]) ?? ''
  const name = field === 'requestedBy' ? 'requested-by' : field
  const value = field === 'note' ? '' : ` "${textOption(input, name)}"`
  throw new UsageError(`--${name}${value} ${FORMS[field] ?? 'is not valid'}. Nothing was changed. Correct it.`)
}
