import type { ServiceClient } from '../../client/index.ts'
import type { Later } from '../../client/later.ts'
import type { OpeningClient } from '../../client/opening-client.ts'

/** The public members of a `ServiceClient`. A preview implements them without a service. */
export type PublicClient = Pick<ServiceClient, keyof ServiceClient>

/** The client of a question, which asks and signs. Its code may have to load first. */
export interface StoreClient
  extends Pick<OpeningClient, 'whenIdle' | 'close'>,
    Partial<Pick<OpeningClient, 'load' | 'storeEarly'>> {
  readonly later: Pick<Later<PublicClient>, 'loaded' | 'loading' | 'run'>
}

/** Returns the client of a question for a client that the host app or a preview has created, and closes. */
export function toStoreClient(client: PublicClient): StoreClient {
  return {
    later: { loaded: client, loading: undefined, run: (call) => call(client) },
    whenIdle: async () => {},
    close: async () => {},
  }
}
