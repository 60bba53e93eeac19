import { type Agreed, requestOf } from '../agreed.ts'
import { emptyDevice, type StoredDevice } from './types.ts'

/** The row as this version understands it. One of another form, which another version or a fault left, counts as a row without its key. */
export function readDevice(row: StoredDevice): StoredDevice {
  const { scope, hadKey, license, outbox, settled } = row
  try {
    const agreed = [...outbox.map(requestOf), ...settled.map((settlement) => settlement.license), license]
    if (agreed.every((one) => one === undefined || isAgreed(one))) return row
  } catch {}
  return { ...emptyDevice(scope), hadKey: Boolean(hadKey) }
}

function isAgreed({ terms, tags, uses }: Agreed): boolean {
  return (
    typeof terms === 'string' &&
    Array.isArray(tags) &&
    uses.every(({ usecases, destinations }) => Array.isArray(usecases) && Array.isArray(destinations))
  )
}
