import { TABLES } from './migrations/0001-tables.ts'
import { LICENSES_BY_POINTER } from './migrations/0002-licenses-by-pointer.ts'
import { REGISTRATIONS } from './migrations/0003-registrations.ts'
import { PAGES_BY_INDEX } from './migrations/0004-pages-by-index.ts'
import { OPEN_LICENSES } from './migrations/0005-open-licenses.ts'
import { NEW_TEXTS } from './migrations/0006-new-texts.ts'
import { NO_STATISTICS_OF_PROVIDERS } from './migrations/0007-no-statistics-of-providers.ts'
import { RECEIPTS_TO_SIGN } from './migrations/0008-receipts-to-sign.ts'
import { STORE_LICENSE } from './migrations/0009-store-license.ts'
import { DEVICE_COLUMNS } from './migrations/0010-device-columns.ts'
import { FIND_DEVICES } from './migrations/0011-find-devices.ts'
import { DEVICE_REQUIRED } from './migrations/0012-device-required.ts'
import { DEVICE_CHECKED, DEVICE_INDEXES } from './migrations/0013-device-indexes.ts'
import { DEVICE_KEYS } from './migrations/0014-device-keys.ts'
import { DEVICE_KEYS_CHECKED } from './migrations/0015-device-keys-checked.ts'
import { STORE_LICENSE_OF_DEVICE } from './migrations/0016-store-license-of-device.ts'
import { USED_REFRESH_TOKENS } from './migrations/0017-used-refresh-tokens.ts'
import { CREATE_STATUS } from './migrations/0018-create-status.ts'
import { SIGNED_BYTES } from './migrations/0019-signed-bytes.ts'
import { STORE_LICENSE_AS_SIGNED } from './migrations/0020-store-license-as-signed.ts'
import { VOUCHED_DEVICES } from './migrations/0021-vouched-devices.ts'
import { NEWEST_OF_POINTER, STORE_VOUCHED_LICENSE } from './migrations/0022-store-vouched-license.ts'
import { IDENTITY_AND_SCOPES, QUESTION_INDEXES } from './migrations/0023-questions-of-servers.ts'
import { REVOCATIONS } from './migrations/0024-revocations.ts'
import { WEBHOOKS } from './migrations/0025-webhooks.ts'
import { SCHEDULED_EVENTS } from './migrations/0026-scheduled-events.ts'
import { VOUCHED_OF_POINTER } from './migrations/0027-vouched-of-pointer.ts'
import { OPEN_POINTERS } from './migrations/0028-open-licenses-of-pointer.ts'
import { OPEN_POINTER_INDEXES, OPEN_POINTERS_FOUND } from './migrations/0029-open-licenses-by-pointer.ts'
import { KEYS_OF_ONE_DEVICE } from './migrations/0030-keys-of-one-device.ts'
import { EVENTS_OF_ERASED_LICENSES } from './migrations/0031-events-of-erased-licenses.ts'
import { SIGNING_KEYS_IN_ADVANCE } from './migrations/0032-signing-keys-in-advance.ts'
import { AUDIT_LOG } from './migrations/0033-audit-log.ts'
import { ERASED_DEVICES } from './migrations/0034-erased-devices.ts'
import { LARGE_SIGNED_BYTES } from './migrations/0035-large-signed-bytes.ts'
import { PREDECESSOR_OF_REFRESH_TOKEN } from './migrations/0036-predecessor-of-refresh-token.ts'
import { OPEN_LICENSES_BY_DEVICE } from './migrations/0037-open-licenses-by-device.ts'
import { DEVICES_BY_AGE, QUOTAS_OF_STRANGERS } from './migrations/0038-quotas-of-strangers.ts'
import { ONE_INDEX_FOR_EACH_PATH } from './migrations/0044-one-index-for-each-path.ts'
import { RESTORED_DATABASES } from './migrations/0048-restored-databases.ts'
import { EVENTS_DUE_AT_ONCE } from './migrations/0049-events-due-at-once.ts'

/** One migration of the schema: `repeat`, then `indexes`, then `sql`. Add migrations at the end, and never change a released one. */
export interface Migration {
  readonly name: string
  /** A statement that does a small part of a long work. It runs again while its column `more` is true. */
  readonly repeat?: string
  /** Statements `CREATE INDEX`. PostgreSQL builds each index while other processes write. */
  readonly indexes?: readonly string[]
  /** Runs in one transaction. */
  readonly sql: string
}

/**
 * The tables and indexes of the service, as a list of migrations. All are in the schema `licet`, so that the service can share a
 * database. The SQL of each is in `migrations/`.
 *
 * Processes of the previous version store licenses while a migration runs, and until they are replaced. So a migration of a large table
 * adds what is new, and locks the table for a moment only. A migration of a later version removes what is old.
 *
 * The tables of devices can be partitioned by provider and device. So their unique keys have both columns, and a migration of them uses
 * neither `USING INDEX` nor a foreign key that is `NOT VALID`. A test runs the migrations since version 28 on partitioned tables.
 */
export const MIGRATIONS: readonly Migration[] = [
  { name: 'accounts, addresses, licenses, tokens', sql: TABLES },
  { name: 'licenses by pointer', sql: LICENSES_BY_POINTER },
  { name: 'registrations, uses beside the request, erasures under way', sql: REGISTRATIONS },
  { name: 'pages of addresses and of licenses by index', sql: PAGES_BY_INDEX },
  { name: 'open licenses, texts that are deleted with their last license', sql: OPEN_LICENSES },
  { name: 'new texts by device', sql: NEW_TEXTS },
  { name: 'no statistics of providers', sql: NO_STATISTICS_OF_PROVIDERS },
  { name: 'receipts of licenses that a former version erased', sql: RECEIPTS_TO_SIGN },
  { name: 'creation of a license in one call', sql: STORE_LICENSE },
  { name: 'columns for the device of a license', sql: DEVICE_COLUMNS },
  { name: 'search for the devices of stored licenses', sql: FIND_DEVICES },
  { name: 'devices of stored licenses', repeat: 'SELECT licet.find_devices() AS more', sql: DEVICE_REQUIRED },
  { name: 'indexes of licenses by device', indexes: DEVICE_INDEXES, sql: DEVICE_CHECKED },
  { name: 'keys with the device', sql: DEVICE_KEYS },
  { name: 'foreign keys with the device', sql: DEVICE_KEYS_CHECKED },
  { name: 'creation of a license of a device in one call', sql: STORE_LICENSE_OF_DEVICE },
  { name: 'used refresh tokens', sql: USED_REFRESH_TOKENS },
  { name: 'status of a new license by provider', sql: CREATE_STATUS },
  { name: 'signed bytes as they were received', sql: SIGNED_BYTES },
  { name: 'creation of a license with a receipt that names the replaced one', sql: STORE_LICENSE_AS_SIGNED },
  { name: 'vouched devices', sql: VOUCHED_DEVICES },
  { name: 'creation of a vouched license, withdrawal of a person', indexes: NEWEST_OF_POINTER, sql: STORE_VOUCHED_LICENSE },
  { name: 'questions of servers, scopes of API keys', indexes: QUESTION_INDEXES, sql: IDENTITY_AND_SCOPES },
  { name: 'revocations without the device', sql: REVOCATIONS },
  { name: 'webhooks', sql: WEBHOOKS },
  { name: 'events at dates of licenses', sql: SCHEDULED_EVENTS },
  { name: 'vouched devices by pointer', indexes: VOUCHED_OF_POINTER, sql: '' },
  { name: 'pointers of open licenses', sql: OPEN_POINTERS },
  {
    name: 'pointers of stored open licenses',
    repeat: 'SELECT licet.find_open_pointers() AS more',
    indexes: OPEN_POINTER_INDEXES,
    sql: OPEN_POINTERS_FOUND,
  },
  { name: 'keys of one device', sql: KEYS_OF_ONE_DEVICE },
  { name: 'events of licenses that are erased alone', sql: EVENTS_OF_ERASED_LICENSES },
  { name: 'signing keys that are published before they sign', sql: SIGNING_KEYS_IN_ADVANCE },
  { name: 'audit log', sql: AUDIT_LOG },
  { name: 'journal of erased devices', sql: ERASED_DEVICES },
  { name: 'large signed bytes count as a new text', sql: LARGE_SIGNED_BYTES },
  { name: 'predecessor of a refresh token', sql: PREDECESSOR_OF_REFRESH_TOKEN },
  { name: 'open licenses of a person by the age of the device', sql: OPEN_LICENSES_BY_DEVICE },
  { name: 'quotas of strangers', indexes: DEVICES_BY_AGE, sql: QUOTAS_OF_STRANGERS },
  { name: 'one index for each path', sql: ONE_INDEX_FOR_EACH_PATH },
  { name: 'erasures that are recognized, devices that visited since a restore', sql: RESTORED_DATABASES },
  { name: 'new events are due immediately', sql: EVENTS_DUE_AT_ONCE },
]
