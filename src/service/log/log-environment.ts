import type { LogCrypto } from '../../log/log-crypto.ts'
import type { ServiceContext } from '../service-context.ts'

/** What the public log needs of the service. */
export type LogEnvironment = Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'now' | 'trailUrl'>

/** Returns the cryptography of the service in the form that the log needs. */
export function toLogCrypto({ crypto }: Pick<ServiceContext, 'crypto'>): LogCrypto {
  return {
    sha256: (bytes) => crypto.sha256(bytes),
    verifyEd25519: (key, message, bytes) => crypto.verifyEd25519(key, message, bytes),
  }
}

/** Returns the name of an epoch of the log: the host and path of `trailUrl`, then `/log/` and the number of the epoch. */
export function toOrigin(trailUrl: string, epoch: number): string {
  const { host, pathname } = new URL(trailUrl)
  // The name of a key cannot contain a plus sign (C2SP signed-note).
  return `${host}${pathname.replace(/\/$/, '').replaceAll('+', '%2B')}/log/${epoch}`
}
