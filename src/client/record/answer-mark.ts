import type { ServiceClientConfig } from '../config.ts'
import { isWithdrawalUnsent, type StoredDevice } from './stored-device.ts'

/**
 * What the person decided last on this device. `answered` and `withdrawing`: only the record says what to show. `withdrawing` says what was lost when
 * the record cannot be read.
 */
export type AnswerMark = 'licensed' | 'declined' | 'withdrawn' | 'withdrawing' | 'answered'

/** Returns whether a client keeps a mark: its record is in IndexedDB, which browsers delete together with `localStorage`. */
export function keepsMark({ storage, answerMark = true }: Pick<ServiceClientConfig, 'storage' | 'answerMark'>): boolean {
  return answerMark && storage === undefined && globalThis.document !== undefined
}

/**
 * Reads the mark of a record, which is known before the first frame. `none`: nothing was decided on this device. `undefined`: that is not known,
 * because the browser blocks `localStorage`.
 */
export function readMark(scope: string): AnswerMark | 'none' | undefined {
  try {
    return (localStorage.getItem(toKey(scope)) ?? 'none') as AnswerMark | 'none'
  } catch {
    return undefined
  }
}

/** Writes the mark of a record, or deletes it. Call it before the record is stored and after it is deleted: without a mark, the person is asked. */
export function writeMark(device: StoredDevice): void {
  const key = toKey(device.scope)
  const mark = toMark(device)
  try {
    if (mark === undefined) localStorage.removeItem(key)
    else localStorage.setItem(key, mark)
  } catch {
    // Blocked or full. Where it is blocked, it cannot be read either, and the record is awaited.
  }
}

function toMark(device: StoredDevice): AnswerMark | undefined {
  const { license, declined, outbox, withdrawn, hadKey, key } = device
  if (isWithdrawalUnsent(device)) return 'withdrawing'
  if (outbox.length > 0 || (license && declined)) return 'answered'
  if (declined) return 'declined'
  if (license)
    return license.status === 'active' && !withdrawn ? 'licensed' : license.status === 'revoked' ? 'withdrawn' : 'answered'
  // The key was lost. A key alone is no decision: it is made ahead.
  return hadKey && key === undefined ? 'answered' : undefined
}

function toKey(scope: string): string {
  return `licet:${scope}`
}
