import type { License } from '../../core/license.ts'
import type { Offer } from '../agreed.ts'
import type { ResolvedConfig } from '../config.ts'
import type { DeviceStore } from '../device-store.ts'
import { decide, planCreate, planRevoke } from './decide.ts'
import { Delivery, type Host } from './delivery.ts'
import { Engine } from './engine.ts'

/** The heavy half of a client, in one handle. */
export interface Heavy {
  readonly engine: Engine
  readonly delivery: Delivery
  readonly create: (offer: Offer, granted: readonly string[] | undefined) => Promise<License | string>
  readonly revoke: () => Promise<License | string>
}

/** Makes the heavy half of a client. `signal` fires when the client closes. */
export function createHeavy(config: ResolvedConfig, store: DeviceStore, signal: AbortSignal, host: Host): Heavy {
  const { environment } = config
  const { now } = environment
  const engine = new Engine(config, store, signal)
  return {
    engine,
    delivery: new Delivery({ environment, store, engine, signal, host }),
    create: (offer, granted) => decide(engine, store, 'create', (device) => planCreate(device, offer, granted, now()), signal),
    revoke: () => decide(engine, store, 'revoke', (device) => planRevoke(device, now()), signal),
  }
}
