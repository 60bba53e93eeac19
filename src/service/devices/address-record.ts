import { toTimestamp } from '../../core/timestamp.ts'
import type { Address } from '../../protocol/records/devices.ts'
import { toBase64 } from '../crypto/standard-base64.ts'
import type { StoredAddress } from '../storage/addresses.ts'

/** Converts a registered device to its JSON form. */
export function toAddress(address: StoredAddress): Address {
  return {
    id: address.ptr,
    address: address.address,
    pubKey: toBase64(address.spki),
    vouched: address.vouched,
    created: toTimestamp(address.created),
  }
}
