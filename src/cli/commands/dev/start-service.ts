import { readFileSync } from 'node:fs'
import { parseEnv } from 'node:util'
import { isLicetError } from '../../../core/errors.ts'
import { DEFAULT_PORT } from '../../../service/defaults.ts'
import type { RunningService, ServeOptions } from '../../../service/node.ts'
import { MAX_PORT } from '../../configuration/serve-flags.ts'
import { findOrCreateUser } from '../../database.ts'

const TRIES = 20

/** Returns the variables of an `.env` file. A file that cannot be read has none. */
export function readVariables(path: string): Readonly<Record<string, string | undefined>> {
  try {
    return parseEnv(readFileSync(path, 'utf8'))
  } catch {
    return {}
  }
}

/** Returns the ports to try in order: first the port that the app already uses, because devices belong to an address. */
export function portsToTry(authUrl: string | undefined): readonly number[] {
  const former = Number(/^http:\/\/127\.0\.0\.1:(\d{1,5})\/?$/.exec(authUrl ?? '')?.[1])
  const used = former > 0 && former <= MAX_PORT ? former : DEFAULT_PORT
  return [used, ...Array.from({ length: TRIES }, (_, index) => DEFAULT_PORT + index).filter((port) => port !== used)]
}

/**
 * Starts the service on the first port that no other program uses.
 *
 * @throws {LicetError} as `serve()`; `port_taken` when all ports are taken.
 */
export async function serveOnFirstFree(ports: readonly number[], options: ServeOptions): Promise<RunningService> {
  const { serve } = await import('../../../service/node.ts')
  for (const port of ports) {
    try {
      return await serve({ ...options, port })
    } catch (error) {
      if (!isLicetError(error) || error.code !== 'port_taken' || port === ports.at(-1)) throw error
    }
  }
  throw new TypeError('No port was given.')
}

/** The user and the provider of the app on this machine. */
interface Tenant {
  readonly email: string
  /** Name of the organization and of the provider, if they are created. */
  readonly name: string
  /** The id that the app uses already. */
  readonly providerId: string | undefined
}

/** Returns the provider that the app uses, otherwise the newest one of the user. Creates it if there is none. */
export async function findOrCreateProvider(
  { service: { admin } }: Pick<RunningService, 'service'>,
  { email, name, providerId }: Tenant,
) {
  const { orgId, userId } = await findOrCreateUser(admin, email, name)
  const providers = await admin.listProviders(orgId)
  const found = providers.find((each) => each.providerId === providerId) ?? providers[0]
  const provider = found ?? (await admin.createProvider({ orgId, name }))
  return {
    userId,
    name: provider.name,
    isNew: found === undefined,
    provider: { id: provider.providerId, publicKey: provider.pubKey },
  }
}
