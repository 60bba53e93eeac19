import type { ClientSnapshot } from '../types.ts'

/** The snapshot of a client that has not opened yet. */
export const INITIAL_SNAPSHOT: ClientSnapshot = {
  phase: 'opening',
  storage: 'unknown',
  online: true,
  license: undefined,
  licensed: false,
  receiptStatus: undefined,
  pending: undefined,
  declined: undefined,
  needs: 'nothing',
  change: undefined,
  keyLost: false,
  withdrawalLost: false,
  error: undefined,
}
