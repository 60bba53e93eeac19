import type { Connectivity } from '../client/environment.ts'
import { Subscribable } from '../client/snapshot/subscribable.ts'

/** The network between the clients of the page and their service. `error`: the service answers 503. */
export type Network = 'online' | 'slow' | 'offline' | 'error'

/** How long a request waits on a slow network, in milliseconds. */
const SLOW_MS = 2000

export const network = new Subscribable<Network>('online')

/** Returns a `fetch` that behaves as the chosen network does. */
export function withNetwork(send: typeof fetch): typeof fetch {
  return async (input, init) => {
    const chosen = network.get()
    if (chosen === 'offline') throw new TypeError('The devtools have switched the network off.')
    if (chosen === 'error') return new Response(null, { status: 503 })
    if (chosen === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return send(input, init)
  }
}

/** Returns a connectivity that is offline while the chosen network is. */
export function withOffline(connectivity: Connectivity): Connectivity {
  return {
    isOnline: () => network.get() !== 'offline' && connectivity.isOnline(),
    subscribe(listener) {
      const ends = [network.subscribe(listener), connectivity.subscribe(listener)]
      return () => {
        for (const end of ends) end()
      }
    },
  }
}
