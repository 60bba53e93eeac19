import { AuthClient } from '../../client/auth-client.ts'
import type { AnyClientConfig } from '../../client/config.ts'
import { isLicetError } from '../../core/errors.ts'
import { explain } from './developer-messages.ts'

/**
 * Asks a service on this machine whether it has the address and the provider of a configuration, and prints what is wrong. Otherwise a
 * developer would find out at the first decision. The request contains nothing about a person or a device.
 */
export async function checkService({ authUrl, issuer, provider: { id, publicKey } }: AnyClientConfig): Promise<void> {
  try {
    await new AuthClient({ authUrl, issuer }).grant({ type: 'provider', providerId: id, publicKey })
  } catch (error) {
    if (isLicetError(error)) explain(error)
  }
}
