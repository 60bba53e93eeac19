import { canonicalize } from '../../core/canonical-json.ts'
import { utf8 } from '../../core/signature.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteAddress, lockAddress } from '../storage/addresses.ts'
import { eraseLicense, insertTransition, listDeviceLicenses } from '../storage/licenses.ts'
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
    for (const license of await listDeviceLicenses(sql, providerId, address)) {
      const kept = Object.entries(fromStoredRequest(license.request)).filter(([name]) => name !== 'ptr' && !name.startsWith('x-'))
      const receipt = await issueReceipt(context, { ...license, address: '', status: 'erased', now })
      await eraseLicense(sql, { id: license.id, request: utf8(canonicalize(Object.fromEntries(kept))), receipt })
      await insertTransition(sql, { licenseId: license.id, status: 'erased', at: now })
    }
    await deleteAddress(sql, providerId, address, now)
  })
}
