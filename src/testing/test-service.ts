import { createService, type Service, type ServiceOptions } from '../service/index.ts'
import { FaultScript } from './faults.ts'
import { createFaultyFetch, type SeenRequest } from './faulty-fetch.ts'

/** Options of {@link createTestService}. */
export interface TestServiceOptions extends Omit<ServiceOptions, 'authUrl' | 'now'> {
  /** Default: `https://licet.test`. No request leaves the process. */
  readonly authUrl?: string | undefined
  /** Returns the time in milliseconds since the epoch, before `skewMs` is added. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** The real service in memory, with a `fetch` that can fail on purpose. */
export interface TestService {
  /** Pass it to a client as `authUrl`. */
  readonly authUrl: string
  /** Pass it to a client as `fetch`. */
  readonly fetch: typeof fetch
  /** Pass it to a `ServiceClient` as `provider`. */
  readonly provider: { readonly id: string; readonly publicKey: string }
  /** A user of the provider's organization, with an API key. */
  readonly user: { readonly userId: string; readonly apiKey: string }
  /** The faults of the next requests. */
  readonly faults: FaultScript
  /** All requests in order. Set `requests.length = 0` to clear them. */
  readonly requests: SeenRequest[]
  /** Whether requests reach the service. Set it to `false` to simulate an offline device. */
  online: boolean
  /** How far the service's clock is ahead of the client's, in milliseconds. */
  skewMs: number
  /** Makes the service sign with a new key immediately, as after a leak. Returns its id. */
  rotateSigningKey(): Promise<string>
  /** The service itself, without faults. */
  readonly service: Service
  /** Closes the service and its database. */
  close(): Promise<void>
}

/** Long enough for a busy machine: a test must not depend on its speed. */
const MAX_WAIT_MS = 60_000

/**
 * Creates the real service in memory, with an organization, a user and a provider, and a `fetch` with a fault script.
 *
 * Requires the optional peer dependencies `hono` and `@electric-sql/pglite`.
 *
 * @example
 * const test = await createTestService()
 * const client = new ServiceClient({ ...config, authUrl: test.authUrl, provider: test.provider, fetch: test.fetch })
 * test.faults.add({ kind: 'drop-response' }, { path: '/license/create' })
 * const license = await client.createLicense() // sent twice, stored once
 * await test.close()
 */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { authUrl = 'https://licet.test', now = Date.now, ...rest } = options
  const world = { online: true, skewMs: 0 }
  const serviceNow = () => now() + world.skewMs
  const service = await createService({ maxWaitMs: MAX_WAIT_MS, ...rest, authUrl, now: serviceNow })
  const { admin } = service
  const { orgId } = await admin.createOrganization({ name: 'Test organization' })
  const { userId } = await admin.createUser({ orgId, email: `owner-${orgId}@licet.test` })
  const { key: apiKey } = await admin.createApiKey({ userId })
  const { providerId, pubKey } = await admin.createProvider({ orgId, name: 'Test provider' })
  const faults = new FaultScript()
  const requests: SeenRequest[] = []
  return {
    authUrl,
    fetch: createFaultyFetch({
      handle: (request) => service.fetch(request),
      faults,
      requests,
      isOnline: () => world.online,
      now: serviceNow,
    }),
    provider: { id: providerId, publicKey: pubKey },
    user: { userId, apiKey },
    faults,
    requests,
    get online() {
      return world.online
    },
    set online(online) {
      world.online = online
    },
    get skewMs() {
      return world.skewMs
    },
    set skewMs(skewMs) {
      world.skewMs = skewMs
    },
    rotateSigningKey: async () => (await service.rotateSigningKey({ delayMs: 0 })).kid,
    service,
    close: () => service.close(),
  }
}
