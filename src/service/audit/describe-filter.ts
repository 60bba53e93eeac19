import type { JsonObject } from '../../core/json.ts'
import type { LicenseFilter } from '../storage/filter-conditions.ts'

/** In place of a value that the log must not contain. */
const SET = '(set)'

/** Returns the filter of a read for the audit log: ids and words as they are, and that a `ptr`, an address or a time was set. */
export function describeFilter(filter: Partial<LicenseFilter>): JsonObject {
  const { providerId, status, ptr, address, createdAfter, createdBefore, termsHash, notTermsHash, asOf } = filter
  return {
    ...(providerId !== undefined && { providerId }),
    ...(status !== undefined && { status }),
    ...(ptr !== undefined && { ptr: SET }),
    ...(address !== undefined && { address: SET }),
    ...(createdAfter !== undefined && { createdAfter: SET }),
    ...(createdBefore !== undefined && { createdBefore: SET }),
    ...(termsHash !== undefined && { termsHash: [...termsHash] }),
    ...(notTermsHash !== undefined && { notTermsHash: [...notTermsHash] }),
    ...(asOf !== undefined && { asOf: SET }),
  }
}

/** Returns which devices were read. `(set)` stands for the person or the device. */
export function describeDevices({ address, ptr }: { readonly address: string | null; readonly ptr: string | null }): JsonObject {
  return { ...(ptr !== null && { ptr: SET }), ...(address !== null && { address: SET }) }
}
