import { canonicalize } from '../../core/canonical-json.ts'
import { isExtension } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteAddress, lockAddress } from '../storage/addresses.ts'
import { eraseLicense, insertTransition, listDeviceLicenses, type StoredLicense } from '../storage/licenses.ts'
import type { Sql } from '../storage/storage.ts'
import { fromStoredRequest } from './license-record.ts'
import { issueReceipt } from './receipt.ts'

/**
 * Erases a device: removes its key and registration and strips `ptr`, the members `x-…` and the address from its licenses
 * (wire decisions, section 4). Ids, times, hashes and the texts of the terms stay; the receipt is signed anew without the address.
 */
export async function eraseDevice(context: ServiceContext, providerId: string, address: string): Promise<void> {
  const now = context.now()
  await context.storage.transaction(async (sql) => {
    if (!(await lockAddress(sql, providerId, address))) return
    await strip(context, sql, await listDeviceLicenses(sql, { providerId, address }), now)
    await deleteAddress(sql, providerId, address, now)
  })
}

/** Strips the licenses of one pointer that a device holds, as {@link eraseDevice} does; the device is another's, and stays. */
export async function erasePointer(
  context: ServiceContext,
  device: { readonly providerId: string; readonly address: string },
  ptr: string,
): Promise<void> {
  await context.storage.transaction(async (sql) => {
    await lockAddress(sql, device.providerId, device.address)
    await strip(context, sql, await listDeviceLicenses(sql, device, ptr), context.now())
  })
}

async function strip(context: ServiceContext, sql: Sql, licenses: readonly StoredLicense[], now: number): Promise<void> {
  for (const license of licenses) {
    const kept = Object.entries(fromStoredRequest(license.request)).filter(([name]) => name !== 'ptr' && !isExtension(name))
    const receipt = await issueReceipt(context, { ...license, address: '', status: 'erased', now })
    await eraseLicense(sql, { id: license.id, request: utf8(canonicalize(Object.fromEntries(kept))), receipt })
    await insertTransition(sql, { licenseId: license.id, status: 'erased', at: now })
  }
}
