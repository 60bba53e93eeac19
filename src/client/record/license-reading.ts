import type { Agreement } from '../../core/agreement.ts'
import type { License } from '../../core/license.ts'
import type { AgreementInput } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import type { AnyClientConfig } from '../config.ts'
import { DEFAULT_REFRESH_AFTER_MS } from '../defaults.ts'
import type { PageEnvironment } from '../page-environment.ts'
import { INITIAL_SNAPSHOT } from '../snapshot/initial-snapshot.ts'
import type { ClientSnapshot, StorageKind } from '../types.ts'
import { hasUsableKey, isCheckDue, licenseInForce, type StoredDevice, toVersion } from './stored-device.ts'

/** What is stored on this device for a configuration, as far as it is known without the code that asks and signs. */
export interface LicenseReading {
  /** `phase` is `ready` when it is known what to ask: nothing, or a first license. */
  readonly client: ClientSnapshot
  /** The agreement that the license answers. `undefined`: only a client knows whether there is anything to ask, send or repair. */
  readonly agreement: Agreement | undefined
  /** Whether a license has not been reported to the host app yet. */
  readonly hasUnreported: boolean
  /** Whether the client should ask the service about the license, or verify its receipt, when the page is idle. */
  readonly isCheckDue: boolean
  /** The record as it was last read. A client starts from it, so that it notices when the record vanishes. */
  readonly device: StoredDevice | undefined
}

/** The reading of a record that cannot be read. */
export const NOTHING_KNOWN: LicenseReading = {
  client: INITIAL_SNAPSHOT,
  agreement: undefined,
  hasUnreported: false,
  isCheckDue: false,
  device: undefined,
}

/** What a reading depends on, beside the record. */
export interface ReadingFacts {
  readonly storage: StorageKind
  /** See `toFingerprint()`. */
  readonly fingerprint: string | undefined
  readonly environment: Pick<PageEnvironment, 'connectivity' | 'now'>
  readonly config: Pick<AnyClientConfig, 'agreement' | 'refreshAfterMs'>
}

/** Returns what a record means. Compares fingerprints instead of agreements; in doubt, it returns no `agreement`. */
export function toReading(device: StoredDevice, { storage, fingerprint, environment, config }: ReadingFacts): LicenseReading {
  const { refreshAfterMs = DEFAULT_REFRESH_AFTER_MS } = config
  const { connectivity, now } = environment
  const online = connectivity.isOnline()
  const license = hasUsableKey(device) ? licenseInForce(device, now) : undefined
  if (license === undefined) return { ...NOTHING_KNOWN, client: { ...INITIAL_SNAPSHOT, online, license: device.license }, device }
  const { receipt, settled } = device
  const agreement = hasLoadedText(config, license) ? answeredBy(device, fingerprint, online) : undefined
  return {
    client: {
      ...INITIAL_SNAPSHOT,
      phase: agreement === undefined ? 'opening' : 'ready',
      storage,
      online,
      license,
      licensed: true,
      receiptStatus: receipt ?? 'unverified',
    },
    agreement,
    hasUnreported: settled.some(({ unreported }) => unreported),
    isCheckDue: receipt !== 'verified' || isCheckDue(device, refreshAfterMs, now),
    device,
  }
}

/** Returns whether the license has the text that was loaded for the agreement, if one was loaded. */
function hasLoadedText({ agreement }: ReadingFacts['config'], license: License): boolean {
  // A prepared agreement has none.
  const { terms } = agreement as Partial<AgreementInput>
  if (!isTermsSource(terms) || !('loaded' in terms)) return true
  return Object.values(terms.loaded).includes(license.terms)
}

/** Returns the agreement that the license in force answers, if the client has decided so and has nothing else to do. */
function answeredBy(device: StoredDevice, fingerprint: string | undefined, online: boolean): Agreement | undefined {
  const { answered, declined, outbox, receipt } = device
  if (answered === undefined || fingerprint === undefined || declined !== undefined || outbox.length > 0) return undefined
  // The client verifies the receipt, immediately where there seems to be a network.
  if (receipt !== 'verified' && online) return undefined
  return answered.fingerprint === fingerprint && answered.version === toVersion(device) ? answered.agreement : undefined
}
