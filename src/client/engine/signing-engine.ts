import type { License } from '../../core/license.ts'
import type { OutboxEntry } from '../storage/stored-device.ts'
import { Delivery } from './delivery.ts'
import type { Host } from './host.ts'
import { Engine } from './license-api.ts'
import { decide } from './sign-decision.ts'

/** The heavy half of a client, in one handle. */
export interface Heavy {
  readonly engine: Engine
  readonly delivery: Delivery
  /** Signs a decision: the id of the entry in the outbox, or the record that is there already. */
  readonly decide: (kind: OutboxEntry['kind'], granted?: readonly string[]) => Promise<License | string>
}

/** Makes the heavy half of a client. `signal` fires when the client closes. */
export function createHeavy(host: Host, signal: AbortSignal): Heavy {
  const engine = new Engine(host.config, host.store, signal)
  return {
    engine,
    delivery: new Delivery(host, engine, signal),
    decide: (kind, granted) => decide(host, engine, kind, granted, signal),
  }
}
