import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { License } from '../../core/license.ts'
import { LICENSE_PAGE, MAX_PAGE_BYTES } from '../../core/page-sizes.ts'
import type { ErasedCount } from '../../protocol/erased.ts'
import { parseLicense } from '../../protocol/parse-license.ts'
import { OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { describeFilter } from '../audit/describe-filter.ts'
import { createClockWatch } from '../clock-watch.ts'
import { isId } from '../crypto/create-id.ts'
import type { KeyProtection } from '../crypto/key-protection.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import { eraseDevices } from '../devices/erase-devices.ts'
import { toLicenseBytes } from '../licenses/license-record.ts'
import type { LicenseFilter } from '../storage/filter-conditions.ts'
import { type EveryOwner, findLicense, findPosition, type StoredLicense } from '../storage/licenses.ts'
import { listLicenses } from '../storage/list-licenses.ts'
import { isProvider } from '../storage/providers.ts'
import type { Storage } from '../storage/storage.ts'
import { createKeyRing } from '../tokens/key-ring.ts'

/** What the operator of a database does for all of its organizations, without an API key. */
export interface Operator {
  /** Yields the licenses of every organization, newest first. */
  licenses(filter: Omit<LicenseFilter, 'now'>): AsyncGenerator<License>
  /**
   * Returns a license by its id.
   *
   * @throws {LicetError} `not_found`
   */
  license(id: string): Promise<License>
  /**
   * Erases a device, or every device and license of a person, and returns how many.
   *
   * @throws {LicetError} `not_found` for an unknown provider
   */
  eraseDevices(providerId: string, which: { readonly address: string } | { readonly id: string }): Promise<ErasedCount>
}

const EVERY_OWNER: EveryOwner = { orgId: null }

/** Creates the functions of the operator on a storage. They need no running service. */
export function createOperator(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
  readonly protection: KeyProtection
}): Operator {
  const { storage, now } = environment
  const toLicense = (license: StoredLicense): License =>
    parseLicense(JSON.parse(new TextDecoder().decode(toLicenseBytes(license, now(), { forOrganization: true }))))
  const recordRead = (details: JsonObject) =>
    createAuditLog(environment).append(storage, { action: 'license.read', actor: OPERATOR, details })
  return {
    async *licenses(filter) {
      if (filter.providerId !== undefined && !isId(filter.providerId)) throw notFound('provider')
      let before: number | undefined = Number.MAX_SAFE_INTEGER
      let isFirst = true
      let later = 0
      try {
        while (before !== undefined) {
          const page = { before, limit: LICENSE_PAGE.max, bytes: MAX_PAGE_BYTES, filter: { ...filter, now: now() } }
          const { licenses, next } = await listLicenses(storage, EVERY_OWNER, page)
          // Before any license is returned, because the process can be killed while they are written.
          if (isFirst)
            await recordRead({ filter: describeFilter(filter), count: licenses.length, ...(next !== null && { more: true }) })
          else later += licenses.length
          isFirst = false
          yield* licenses.map(toLicense)
          before = next === null ? undefined : await findPosition(storage, EVERY_OWNER, next)
        }
      } finally {
        // Also when the reader stops before the end.
        if (later > 0) await recordRead({ filter: describeFilter(filter), count: later })
      }
    },

    async license(id) {
      const license = isId(id) ? await findLicense(storage, id) : undefined
      if (license === undefined) throw notFound('license')
      await recordRead({ filter: { id: '(set)' }, count: 1, examples: [license.id] })
      return toLicense(license)
    },

    async eraseDevices(providerId, which) {
      if (!isId(providerId) || !(await isProvider(storage, providerId))) throw notFound('provider')
      const audit = createAuditLog(environment)
      const platform = { ...environment, audit, monotonic: () => performance.now() }
      const keys = createKeyRing({ ...platform, clock: createClockWatch(platform) })
      const filter = 'id' in which ? { address: null, ptr: which.id } : { address: which.address, ptr: null }
      // Receipts keep their issuer, so the address of the service is not needed.
      return eraseDevices({ ...environment, keys, audit, authUrl: '' }, { providerId, ...filter }, OPERATOR)
    },
  }
}

function notFound(what: 'license' | 'provider'): LicetError<'not_found'> {
  return new LicetError('not_found', `No ${what} of this database has this id. Nothing was done. Check the id.`)
}
