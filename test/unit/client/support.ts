import { afterAll, afterEach } from 'vitest'
import { createMemoryStorage, ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import type { AgreementInput } from '../../../src/terms/index.ts'
import { createTestService, type TestService } from '../../../src/testing/index.ts'

export const agreement: AgreementInput = {
  company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '10 points for each receipt',
  expiry: null,
}

let users = 0

/** A user id that no other test has. */
export function newUserId(): string {
  return `user-${++users}-${process.pid}`
}

/** A client over the test service, for a new person and on a storage of its own unless told otherwise. */
export function newClient(test: TestService, options: Partial<ServiceClientConfig> = {}): ServiceClient {
  return new ServiceClient({
    authUrl: test.authUrl,
    provider: test.provider,
    fetch: test.fetch,
    origin: 'com.acme.receipts',
    userId: newUserId(),
    agreement,
    storage: createMemoryStorage(),
    ...options,
  })
}

/** A service for all tests of a file, and clients over it that close with their test; then it is as it was at the start. */
export async function openBench(): Promise<{ readonly test: TestService; readonly open: typeof newClient }> {
  const test = await createTestService()
  const clients: ServiceClient[] = []
  afterAll(() => test.close())
  afterEach(async () => {
    test.faults.clear()
    test.online = true
    test.skewMs = 0
    await Promise.all(clients.splice(0).map((client) => client.close()))
    test.requests.length = 0
  })
  const open: typeof newClient = (service, options) => {
    const client = newClient(service, options)
    clients.push(client)
    return client
  }
  return { test, open }
}

/** Resolves when the snapshot satisfies the predicate. */
export function until(
  client: ServiceClient,
  predicate: (snapshot: ReturnType<ServiceClient['getSnapshot']>) => boolean,
): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!predicate(client.getSnapshot())) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = client.subscribe(look)
    look()
  })
}

/** A promise that is kept when the test says so. */
export function newGate(): { readonly opened: Promise<void>; readonly open: () => void } {
  let open = () => {}
  const opened = new Promise<void>((resolve) => {
    open = resolve
  })
  return { opened, open }
}
