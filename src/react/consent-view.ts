import type { ClientSnapshot } from '../client/types.ts'
import { type ConsentFlow, INITIAL_FLOW } from '../core/consent-flow.ts'
import type { LicetError } from '../core/errors.ts'

/** Everything that hooks read, the same object until something in it changes. */
export interface ConsentView {
  readonly flow: ConsentFlow
  readonly client: ClientSnapshot
  readonly error: LicetError | undefined
  /** The act that `error` answers. */
  readonly failed: 'accept' | 'withdraw' | undefined
}

const SERVER_SNAPSHOT: ClientSnapshot = {
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
  error: undefined,
}

/** What a server renders, and a browser until it has taken over. */
export const SERVER_VIEW: ConsentView = { flow: INITIAL_FLOW, client: SERVER_SNAPSHOT, error: undefined, failed: undefined }
