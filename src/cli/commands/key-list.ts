import { toTimestamp } from '../../core/timestamp.ts'
import type { StoredSigningKeys } from '../../service/storage/signing-keys.ts'
import { type Command, EXIT, JSON_OPTION } from '../command.ts'
import { toPrintableJson } from '../printable.ts'
import { TARGET_NOTES, TARGET_OPTIONS, withTarget } from '../target/choose-target.ts'

/** A signing key. A running service publishes only that the key verifies. */
interface ListedKey {
  readonly kid: string
  readonly state: 'next' | 'signs' | 'verifies'
  readonly signsFrom?: string
  /** When it stops to sign, or stopped. */
  readonly signsUntil?: string
}

export const keyList: Command = {
  words: ['key', 'list'],
  summary: 'List the signing keys, newest first.',
  options: { ...TARGET_OPTIONS, ...JSON_OPTION },
  notes: ['A running service lists the published keys. The database also knows which of them signs.', ...TARGET_NOTES],
  async run(input, io) {
    const keys = await withTarget<readonly ListedKey[]>(input, io, {
      remote: async ({ client }) => (await client.getKeySet()).keys.map(({ kid = '' }) => ({ kid, state: 'verifies' })),
      local: async (storage) => {
        const { listSigningKeys } = await import('../../service/storage/signing-keys.ts')
        return toListed(await listSigningKeys(storage))
      },
    })
    if (input.values.json === true) io.out(toPrintableJson(keys))
    else if (keys.length === 0) io.out('There is no signing key. The service creates one when it starts.')
    else for (const { kid, state, signsFrom, signsUntil } of keys) io.out(describe(kid, state, signsFrom, signsUntil))
    return EXIT.ok
  },
}

function toListed({ keys, now }: StoredSigningKeys): ListedKey[] {
  return keys.map(({ kid, signsFrom, retired }) => ({
    kid,
    state: signsFrom > now ? 'next' : retired === undefined || retired > now ? 'signs' : 'verifies',
    signsFrom: toTimestamp(signsFrom),
    ...(retired !== undefined && { signsUntil: toTimestamp(retired) }),
  }))
}

function describe(kid: string, state: ListedKey['state'], from: string | undefined, until: string | undefined): string {
  const times = [from && `from ${from}`, until && `until ${until}`].filter(Boolean).join(' ')
  return `${kid}  ${state.padEnd(8)}  ${times}`.trimEnd()
}
