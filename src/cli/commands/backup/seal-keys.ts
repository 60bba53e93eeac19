import type { TrustedKey } from '../../../service/backup/seal.ts'
import { type CommandInput, type CommandOption, textOption } from '../../command.ts'
import { loadKeys, toTrustedKeys } from '../verify/load-keys.ts'

/** The option with the keys that may have sealed a file. */
export const KEYS_OPTION = {
  keys: {
    type: 'string',
    value: '<file or url>',
    help: 'key set of the service, published at /.well-known/jwks.json; without it, nothing proves that the file is unchanged',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** Returns the keys of the option, or `undefined` without it. */
export async function readSealKeys(input: CommandInput): Promise<TrustedKey[] | undefined> {
  const source = textOption(input, 'keys')
  return source === undefined ? undefined : toTrustedKeys(await loadKeys(source))
}
