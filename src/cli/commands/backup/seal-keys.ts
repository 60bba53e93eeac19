import type { JSONWebKeySet } from 'jose'
import type { TrustedKey } from '../../../service/backup/seal.ts'
import { type CommandInput, type CommandOption, textOption } from '../../command.ts'
import { loadKeys } from '../verify/load-keys.ts'

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

/** Returns the keys of a key set that can sign for a service. */
export function toTrustedKeys({ keys }: JSONWebKeySet): TrustedKey[] {
  return keys.flatMap(({ kid, kty, crv, x, y }) =>
    kty === 'EC' && crv === 'P-256' && kid !== undefined && x !== undefined && y !== undefined
      ? [{ kid, kty: 'EC' as const, crv, x, y }]
      : [],
  )
}
