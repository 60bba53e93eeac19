import { checkMembers } from '../terms/check-value.ts'
import type { AnyClientConfig, ServiceClientConfig } from './config.ts'

/** Every member of a configuration, which the compiler compares with its type. */
const MEMBERS: Readonly<Record<keyof ServiceClientConfig, true>> = {
  authUrl: true,
  trailUrl: true,
  issuer: true,
  provider: true,
  origin: true,
  userId: true,
  identity: true,
  agreement: true,
  prewarm: true,
  answerMark: true,
  reaskAfterMs: true,
  refreshAfterMs: true,
  timeoutMs: true,
  storage: true,
  fetch: true,
  now: true,
  monotonic: true,
  random: true,
  schedule: true,
  locks: true,
  channel: true,
  connectivity: true,
  crypto: true,
  persist: true,
}

/**
 * Refuses a mistyped member of a configuration, which would have no effect, for example `reAskAfter`. Names that resemble no member belong
 * to the host app.
 *
 * @throws {LicetError} `invalid_configuration` with the `field`
 */
export function checkConfig(config: AnyClientConfig): void {
  checkMembers(config, '', MEMBERS)
  checkMembers(config.provider ?? {}, 'provider.', { id: true, publicKey: true })
}
