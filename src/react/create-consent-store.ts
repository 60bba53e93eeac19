import type { ServiceClientConfig } from '../client/index.ts'
import type { StoredDevice } from '../client/record/stored-device.ts'
import { ConsentStore } from './consent-store.ts'
import { LateClient } from './late-client.ts'
import type { StoreSource } from './license-store.ts'

/**
 * Creates the store that asks and signs.
 *
 * This module is separate, so that a visitor with a license does not load the compiler of the terms and the flow.
 *
 * @throws {LicetError} `invalid_configuration` and the like for a wrong configuration
 */
export function createConsentStore({ client, config }: StoreSource, known?: StoredDevice): ConsentStore {
  if (client !== undefined) return new ConsentStore({ open: () => client, owned: false })
  const complete = config as ServiceClientConfig
  let seen = known
  const open = () => {
    const opened = new LateClient(complete, seen)
    // A client that replaces a closed one reads the record again.
    seen = undefined
    return opened
  }
  const store = new ConsentStore({ open, owned: true, now: complete.now })
  // A wrong configuration has to throw before anything is rendered.
  store.connection.open()
  return store
}
