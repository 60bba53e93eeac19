import * as v from 'valibot'
import { RevokeLicenseBody } from '../../protocol/records/license-operations.ts'
import { type Command, type CommandInput, EXIT, JSON_OPTION, requiredOption, textOption, UsageError } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS, withTarget } from '../target/choose-target.ts'

export const licenseRevoke: Command = {
  words: ['license', 'revoke'],
  summary: 'Revoke a license without its device, for example after a letter.',
  positionals: { '<id>': 'the id of the license' },
  options: {
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
    const [id = ''] = input.positionals
    const request = readRevocation(input)
    const revocation = await withTarget(input, io, {
      remote: async ({ client, token }) => (await client.revokeLicense(await token(), id, request)).revocation,
      local: async (storage) => {
        const { createAdmin } = await import('../../service/index.ts')
        const { createNodeCrypto } = await import('../../service/node.ts')
        return createAdmin({ storage, crypto: createNodeCrypto(), now: io.now }).revokeLicense(id, request)
      },
    })
    if (input.values.json === true) io.out(toPrintableJson(revocation ?? null))
    else if (revocation === undefined) io.out('The device itself has revoked this license before. Nothing was changed.')
    else
      io.out(`The license ended at ${revocation.timestamp}, requested by ${revocation.requestedBy}. The service signed a receipt.`)
    return EXIT.ok
  },
}

const FORMS: Readonly<Record<string, string>> = {
  requestedBy: 'is none of person, company and court',
  channel: 'is not one lower-case word, such as letter',
  note: 'is empty, or longer than 500 characters',
}

function readRevocation(input: CommandInput) {
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
