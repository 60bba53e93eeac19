import type { JsonValue } from '../../core/json.ts'
import { isExtension } from '../../core/license-request.ts'
import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import type { ErasedCount } from '../../protocol/erased.ts'
import { type AuditActor, SERVICE } from '../audit/audit-event.ts'
import { createId } from '../crypto/create-id.ts'
import { fromBase64Url } from '../crypto/standard-base64.ts'
import { issueReceipt } from '../licenses/issue-receipt.ts'
import { parseStoredRequest, toStoredRequest, writeRequest } from '../licenses/stored-request.ts'
import type { ServiceContext } from '../service-context.ts'
import { type AddressFilter, listAddresses, lockDevices, type StoredAddress } from '../storage/addresses.ts'
import {
  deleteUnusedTerms,
  ERASED_AT_ONCE,
  type ErasableLicense,
  type ErasedLicense,
  type ErasureFilter,
  eraseLicense,
  findNewestPosition,
  listErasableLicenses,
} from '../storage/erased-licenses.ts'
import { beginErasure, type ErasedDevice, endErasure, listErasures } from '../storage/erasures.ts'
import { deleteChainsOfDevice } from '../storage/refresh-chains.ts'
import { readCompact } from '../tokens/compact-jws.ts'

const SALT_BYTES = 16

/** What an erasure needs. */
export type ErasureEnvironment = Pick<ServiceContext, 'storage' | 'crypto' | 'keys' | 'audit' | 'now' | 'authUrl'>

/**
 * Erases devices: deletes their keys and registrations, and removes `ptr`, the members `x-…`, signature and address from their
 * licenses.
 *
 * Ids, times and hashes stay, and the texts of terms that another license has. Receipts are signed again, without the address, and
 * without the hash of a request that had no `x-salt`: a guessed `ptr` could be confirmed with it.
 * With a `ptr`, also erases the licenses of other devices that contain it. Those devices stay registered.
 *
 * Works in small steps, so that no amount of data makes an erasure fail. An interrupted erasure continues with the next request.
 * Returns what this call erased, without what an interrupted one had erased before.
 */
export async function eraseDevices(context: ErasureEnvironment, filter: AddressFilter, actor: AuditActor): Promise<ErasedCount> {
  const { storage, audit } = context
  const { providerId, address, ptr } = filter
  // Both events have a separate id, because neither the address nor the id of the person may be in the log.
  const target = createId(context.now(), context.crypto.random)
  const by = ptr === null ? 'address' : 'id'
  await audit.append(storage, { action: 'erasure.started', actor, target, providerId, details: { by } })
  let devicesErased = 0
  let licensesErased = 0
  const countLicenses = (erased: number): void => {
    licensesErased += erased
  }
  // Registrations go first, so that no new license arrives meanwhile.
  let page: StoredAddress[]
  let last: StoredAddress | undefined
  do {
    page = await listAddresses(storage, filter, { after: last })
    for (const found of page) await beginErasure(storage, { providerId, address: found.address })
    last = page.at(-1)
  } while (page.length === ADDRESS_PAGE.max)

  for (let devices = await listErasures(storage, filter); devices.length > 0; devices = await listErasures(storage, filter)) {
    for (const device of devices) while (!(await continueErasure(context, device, countLicenses)));
    devicesErased += devices.length
  }
  if (ptr !== null) {
    const upTo = await findNewestPosition(storage, providerId)
    while (!(await eraseSome(context, { providerId, address, ptr, upTo }, countLicenses)));
  }
  await storage.purge?.()
  await audit.append(storage, { action: 'erasure.ended', actor, target, providerId, details: { devices: devicesErased } })
  return { devices: devicesErased, licenses: licensesErased }
}

/**
 * Performs one step of the erasure of a device whose registration is deleted. Returns `true` when the erasure is complete. `onErased`
 * receives the number of licenses of each step.
 */
export async function continueErasure(
  context: ErasureEnvironment,
  device: ErasedDevice,
  onErased?: (licenses: number) => void,
): Promise<boolean> {
  const { providerId, registration } = device
  if (!(await deleteChainsOfDevice(context.storage, providerId, device.address))) return false
  if (!(await eraseSome(context, { providerId, registration }, onErased))) return false
  await context.audit.record(
    (sql) => endErasure(sql, device),
    (isEnded) => (isEnded ? { action: 'device.erased', actor: SERVICE, target: registration, providerId } : undefined),
  )
  return true
}

/** Erases a few licenses. Returns `true` when none are left. */
async function eraseSome(
  context: ErasureEnvironment,
  filter: ErasureFilter,
  onErased?: (licenses: number) => void,
): Promise<boolean> {
  const licenses = await listErasableLicenses(context.storage, filter)
  await eraseLicenses(context, licenses)
  onErased?.(licenses.length)
  return licenses.length < ERASED_AT_ONCE
}

/** Erases a few licenses, which are sorted by id. */
export async function eraseLicenses(context: ErasureEnvironment, licenses: readonly ErasableLicense[]): Promise<void> {
  const now = context.now()
  // Signed before the transaction: signing can read the keys, which needs a second connection.
  const stripped = await Promise.all(licenses.map((license) => strip(context, license, now)))
  await context.storage.transaction(async (sql) => {
    // Takes the locks in one order, so that two erasures cannot deadlock: devices first, because other devices can store meanwhile, then
    // licenses, which are sorted by id, then terms.
    for (const providerId of toSortedSet(licenses.map((license) => license.providerId))) {
      const own = licenses.filter((license) => license.providerId === providerId)
      await lockDevices(
        sql,
        providerId,
        own.map(({ registration }) => registration),
      )
    }
    for (const license of stripped) await eraseLicense(sql, license)
    for (const hash of toSortedSet(licenses.map((license) => license.termsHash))) await deleteUnusedTerms(sql, hash)
  })
}

/** Removes the personal data from a license, and signs its receipt again. */
async function strip(context: ErasureEnvironment, license: ErasableLicense, now: number): Promise<ErasedLicense> {
  const members = parseStoredRequest(license.request)
  const kept = Object.entries(members).filter(([name]) => name !== 'ptr' && !isExtension(name))
  const requestHash = isSalt(members['x-salt']) ? license.requestHash : undefined
  const { id, providerId, registration } = license
  // A receipt keeps its issuer, because a command on the database does not know the address of the service.
  const issuer = readCompact(license.receipt)?.payload.iss
  const authUrl = typeof issuer === 'string' ? issuer : context.authUrl
  return {
    ...{ id, providerId, registration },
    ...toStoredRequest(writeRequest(Object.fromEntries(kept), 'licet-1')),
    requestHash,
    receipt: await issueReceipt({ ...context, authUrl }, { ...license, requestHash, address: '', status: 'erased', now }),
    now,
  }
}

/** Returns whether a value is at least 128 bits as base64url, so that nobody can find it by trying. */
function isSalt(value: JsonValue | undefined): boolean {
  try {
    return typeof value === 'string' && fromBase64Url(value).length >= SALT_BYTES
  } catch {
    return false
  }
}

function toSortedSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort()
}
