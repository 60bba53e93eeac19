import { requestOf } from '../agreement-request.ts'
import { emptyDevice, type StoredDevice } from './stored-device.ts'

/** The row as this version understands it. One of another form, which another version or a fault left, counts as a row without its key. */
export function readDevice(row: StoredDevice): StoredDevice {
  const { scope, hadKey, license, outbox, settled, declined, clock } = row
  try {
    const agreed = [...outbox.map(requestOf), ...(license === undefined ? [] : [license])]
    const lists = agreed.flatMap(({ tags, uses }) => [tags, ...uses.flatMap((use) => [use.usecases, use.destinations])])
    // What is no text throws, as what is no object does above.
    license?.address.trim()
    license?.termsHash.trim()
    if (declined !== null && clock !== null && [settled, ...lists].every(Array.isArray)) return row
  } catch {}
  return { ...emptyDevice(scope), hadKey }
}
