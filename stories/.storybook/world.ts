import type { ServiceClientConfig } from '../../src/client/index.ts'
import { createMemoryStorage } from '../../src/client/index.ts'
import { createFaultyFetch, type SeenRequest } from '../../src/testing/faulty-fetch.ts'
import { createTestService, FaultScript, type TestService } from '../../src/testing/index.ts'

/** What the network does: the toolbar's words. */
export type Network = 'online' | 'slow' | 'offline'

/** How long each answer takes on a slow network, in milliseconds. */
const SLOW_MS = 2000

let running: Promise<TestService> | undefined

/** The real service, on its in-memory database, once for the page. */
function theService(): Promise<TestService> {
  running ??= createTestService()
  return running
}

/** One person on one device, before the real service, with a network that a story can disturb. */
export interface World {
  readonly config: ServiceClientConfig
  /** What goes wrong next, for this story alone. */
  readonly faults: FaultScript
  readonly requests: SeenRequest[]
  /** Changes the network, as the person's device notices it. */
  setNetwork(network: Network): void
}

export const agreement: ServiceClientConfig['agreement'] = {
  company: {
    name: 'Bramble Market',
    termsUrl: 'https://bramble.example/terms',
    privacyUrl: 'https://bramble.example/privacy',
    contact: 'privacy@bramble.example',
  },
  jurisdiction: 'Ireland',
  compensation: '100 points for each receipt',
  expiry: null,
  purposes: [
    'analytics',
    'attribution',
    { usecase: 'personalization', description: 'Bramble Market shows offers that fit what you buy.' },
    { usecase: 'retargeting', destinations: ['ads.bramble.example'] },
  ],
}

/** Makes a person whom nobody asked yet, on a device that keeps what it is given as long as the story lasts. */
export async function createWorld(more: Partial<ServiceClientConfig> = {}): Promise<World> {
  const { authUrl, provider, service } = await theService()
  const faults = new FaultScript()
  const requests: SeenRequest[] = []
  const listeners = new Set<() => void>()
  let network: Network = 'online'
  const handle = async (request: Request): Promise<Response> => {
    if (network === 'slow') await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
    return service.fetch(request)
  }
  const isOnline = () => network !== 'offline'
  return {
    faults,
    requests,
    setNetwork(next) {
      network = next
      for (const listener of [...listeners]) listener()
    },
    config: {
      authUrl,
      provider,
      origin: 'com.example.bramble',
      userId: crypto.randomUUID(),
      agreement,
      fetch: createFaultyFetch({ handle, faults, seen: requests, isOnline, now: Date.now }),
      storage: { ...createMemoryStorage(), kind: 'persistent' },
      connectivity: {
        isOnline,
        subscribe(listener) {
          listeners.add(listener)
          return () => listeners.delete(listener)
        },
      },
      ...more,
    },
  }
}
