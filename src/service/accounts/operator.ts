import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { License } from '../../core/license.ts'
import { ADDRESS_PAGE, LICENSE_PAGE, MAX_PAGE_BYTES } from '../../core/page-sizes.ts'
import type { ErasedCount } from '../../protocol/erased.ts'
import { parseLicense } from '../../protocol/parse-license.ts'
import type { Profile, Provider } from '../../protocol/records/accounts.ts'
import type { Address } from '../../protocol/records/devices.ts'
import type { Reminder, ReminderStep } from '../../protocol/records/reminders.ts'
import type { StatsPage } from '../../protocol/records/stats.ts'
import { OPERATOR } from '../audit/audit-event.ts'
import { createAuditLog } from '../audit/audit-log.ts'
import { describeDevices, describeFilter } from '../audit/describe-filter.ts'
import { MAX_EXAMPLES } from '../audit/event-counter.ts'
import { createClockWatch } from '../clock-watch.ts'
import { isId } from '../crypto/create-id.ts'
import type { KeyProtection } from '../crypto/key-protection.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import { toAddress } from '../devices/address-record.ts'
import { eraseDevices } from '../devices/erase-devices.ts'
import { toLicenseBytes } from '../licenses/license-record.ts'
import { readCursor } from '../licenses/read-cursor.ts'
import { type AddressFilter, type AddressPosition, listAddresses } from '../storage/addresses.ts'
import type { LicenseFilter } from '../storage/filter-conditions.ts'
import { type EveryOwner, findLicense, findPosition, type StoredLicense } from '../storage/licenses.ts'
import { listLicenses } from '../storage/list-licenses.ts'
import { countLicenses, listUsers } from '../storage/overview.ts'
import { isProvider, listProviders } from '../storage/providers.ts'
import { listReminders } from '../storage/reminders.ts'
import type { Storage } from '../storage/storage.ts'
import { createKeyRing } from '../tokens/key-ring.ts'
import { type ReminderRequest, sendReminders, toReminder } from '../webhooks/send-reminders.ts'
import { toProfile, toProvider } from './account-records.ts'

/** What the operator of a database does for all of its organizations, without an API key. */
export interface Operator {
  /** Returns the providers of every organization, newest first. */
  providers(): Promise<Provider[]>
  /** Returns the users of every organization, newest first. */
  users(): Promise<Profile[]>
  /** Returns the reminders that were sent to groups of every organization, newest first. */
  reminders(providerId?: string | undefined): Promise<Reminder[]>
  /**
   * Writes the event `license.reminder` for some licenses of a group, and returns where the next step continues.
   *
   * @throws {LicetError} `not_found` for an unknown provider; `invalid_request`
   */
  remind(request: ReminderRequest): Promise<ReminderStep>
  /**
   * Yields the devices of a person, or the device with an address, newest first.
   *
   * @throws {LicetError} `not_found` for an unknown provider
   */
  devices(providerId: string, which: WhichDevices): AsyncGenerator<Address>
  /** Returns a page of the counts of the licenses of every organization. `cursor` is `next` of the previous page. */
  stats(query: { readonly providerId?: string | undefined; readonly cursor?: string | undefined }): Promise<StatsPage>
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
  eraseDevices(providerId: string, which: WhichDevices): Promise<ErasedCount>
}

const EVERY_OWNER: EveryOwner = { orgId: null }

/** A device, by its address, or every device of a person, by the app's own user id. */
type WhichDevices = { readonly address: string } | { readonly id: string }

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
  // One for all events, because each audit log opens another chain.
  const audit = createAuditLog(environment)
  const recordRead = (details: JsonObject) => audit.append(storage, { action: 'license.read', actor: OPERATOR, details })
  const requireProvider = async (providerId: string): Promise<void> => {
    if (!isId(providerId) || !(await isProvider(storage, providerId))) throw notFound('provider')
  }
  return {
    providers: async () => (await listProviders(storage, null)).map(toProvider),

    async users() {
      const users = await listUsers(storage, null)
      await audit.append(storage, { action: 'user.read', actor: OPERATOR, details: { count: users.length } })
      return users.map(toProfile)
    },

    reminders: async (providerId) => {
      if (providerId !== undefined && !isId(providerId)) throw notFound('provider')
      return (await listReminders(storage, { orgId: null, providerId })).map(toReminder)
    },

    async remind(request) {
      await requireProvider(request.providerId)
      return sendReminders({ ...environment, audit }, { owner: EVERY_OWNER, actor: OPERATOR }, request)
    },

    async *devices(providerId, which) {
      await requireProvider(providerId)
      const filter = toDeviceFilter(which)
      let after: AddressPosition | undefined
      do {
        const page = await listAddresses(storage, { providerId, ...filter }, { after })
        const details = { filter: describeDevices(filter), count: page.length }
        await audit.append(storage, { action: 'device.read', actor: OPERATOR, providerId, details })
        yield* page.map(toAddress)
        after = page.length === ADDRESS_PAGE.max ? page.at(-1) : undefined
      } while (after !== undefined)
    },

    async stats({ providerId, cursor }) {
      if (providerId !== undefined && !isId(providerId)) throw notFound('provider')
      const before = await readCursor(storage, EVERY_OWNER, cursor)
      const { counts, next } = await countLicenses(storage, null, { before, providerId, now: now() })
      return { counts, ...(next !== null && { next }) }
    },

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
          if (isFirst) await recordRead({ ...describeRead(filter, licenses), ...(next !== null && { more: true }) })
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
      await requireProvider(providerId)
      const platform = { ...environment, audit, monotonic: () => performance.now() }
      const keys = createKeyRing({ ...platform, clock: createClockWatch(platform) })
      // Receipts keep their issuer, so the address of the service is not needed.
      return eraseDevices({ ...environment, keys, audit, authUrl: '' }, { providerId, ...toDeviceFilter(which) }, OPERATOR)
    },
  }
}

/** Returns a read of licenses for the audit log. */
function describeRead(filter: Parameters<typeof describeFilter>[0], licenses: readonly StoredLicense[]): JsonObject {
  const examples = licenses.slice(0, MAX_EXAMPLES).map(({ id }) => id)
  return { filter: describeFilter(filter), count: licenses.length, ...(examples.length > 0 && { examples }) }
}

function toDeviceFilter(which: WhichDevices): Omit<AddressFilter, 'providerId'> {
  return 'id' in which ? { address: null, ptr: which.id } : { address: which.address, ptr: null }
}

function notFound(what: 'license' | 'provider'): LicetError<'not_found'> {
  return new LicetError('not_found', `No ${what} of this database has this id. Nothing was done. Check the id.`)
}
