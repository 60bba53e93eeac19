import { createService, type Service, type ServiceOptions } from '../service/index.ts'
import { FaultScript } from './faults.ts'
import { createFaultyFetch, type SeenRequest } from './faulty-fetch.ts'

/** What {@link createTestService} takes. */
export interface TestServiceOptions extends Omit<ServiceOptions, 'authUrl' | 'now'> {
  /** Default: `https://licet.test`. Nothing is ever sent there. */
  readonly authUrl?: string | undefined
  /** The clock before any skew, in milliseconds since the epoch. Default: `Date.now`. */
  readonly now?: (() => number) | undefined
}

/** The real service in memory, behind a `fetch` that a test can disturb. */
export interface TestService {
  readonly authUrl: string
  /** Hand it to a client as its `fetch`. */
  readonly fetch: typeof fetch
  readonly provider: { readonly id: string; readonly publicKey: string }
  /** A user of the provider's organization, with an API key. */
  readonly user: { readonly userId: string; readonly apiKey: string }
  /** What goes wrong next. */
  readonly faults: FaultScript
  /** Every request since the last `requests.length = 0`, in the order in which they came. */
  readonly requests: SeenRequest[]
  /** Whether requests get through at all. */
  online: boolean
  /** How far the service's clock is ahead of the client's, in milliseconds. */
  skewMs: number
  /** Begins to sign with a new key. */
  rotateSigningKey(): Promise<string>
  /** The service itself. */
  readonly service: Service
  close(): Promise<void>
}

/**
 * Makes the real service in memory with an organization, a user and a provider, behind a `fetch` with a fault script.
 *
 * Needs the optional peers `hono` and `@electric-sql/pglite`.
 *
 * @example
 * const test = await createTestService()
 * const client = new ServiceClient({ ...config, authUrl: test.authUrl, provider: test.provider, fetch: test.fetch })
 * test.faults.add({ kind: 'drop-answer' }, { path: '/license/create' })
 * await client.createLicense()
 */
export async function createTestService(options: TestServiceOptions = {}): Promise<TestService> {
  const { authUrl = 'https://licet.test', now = Date.now, ...rest } = options
  const world = { online: true, skewMs: 0 }
  const serviceNow = () => now() + world.skewMs
  const service = await createService({ ...rest, authUrl, now: serviceNow })
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
      seen: requests,
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
    rotateSigningKey: () => service.rotateSigningKey(),
    service,
    close: () => service.close(),
  }
}
