import type { StoredDevice } from './stored-device.ts'

/** Returns the record after the service has erased its license. The person keeps the record and its receipt. */
export function toErased({ withdrawn: _, ...device }: StoredDevice): StoredDevice {
  return device.license === undefined ? device : { ...device, license: { ...device.license, status: 'erased' } }
}
