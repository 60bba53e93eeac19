import { afterAll, beforeAll, describe } from 'vitest'
import {
  createService,
  createWebCrypto,
  openPgliteStorage,
  type Service,
  type ServiceEvent,
  type ServiceOptions,
  type Storage,
} from '../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../src/service/node.ts'
import { startPostgres } from '../support/postgres.ts'
import { heldAgainstOpenApi } from './openapi.ts'

export const AUTH_URL = 'https://auth.example.com'

/** One combination of database and cryptography, with a clock that tests can move. */
export interface World {
  readonly name: string
  service: Service
  storage: Storage
  /** Milliseconds that the service's clock is ahead. */
  skewMs: number
  readonly events: ServiceEvent[]
  /** Another service on the same database, as a second process would be. */
  another(options?: Partial<ServiceOptions>): Promise<Service>
}

/** Opens each database anew; `stop` closes it, and ends the server that was started for it. */
export const DATABASES = {
  PGlite: async () => {
    const storage = await openPgliteStorage()
    return { storage, stop: () => storage.close() }
  },
  PostgreSQL: async () => {
    const postgres = await startPostgres()
    const storage = openPostgresStorage(postgres.url, { maxConnections: 60 })
    return {
      storage,
      stop: async () => {
        await storage.close()
        await postgres.stop()
      },
    }
  },
}

const CRYPTO = { WebCrypto: createWebCrypto, 'node:crypto': createNodeCrypto }

/** Runs a suite over both databases and both implementations of the cryptography. */
export function describeWorlds(title: string, suite: (world: World) => void): void {
  for (const [driver, open] of Object.entries(DATABASES)) {
    describe(`${title} on ${driver}`, () => {
      let opened: Awaited<ReturnType<typeof open>>
      beforeAll(async () => {
        opened = await open()
      })
      afterAll(() => opened.stop())
      for (const [name, createCrypto] of Object.entries(CRYPTO)) {
        describe(`with ${name}`, () => {
          const world = { name: `${driver}, ${name}`, skewMs: 0, events: [] as ServiceEvent[] } as unknown as World
          beforeAll(async () => {
            world.storage = opened.storage
            world.another = async (options) =>
              heldAgainstOpenApi(
                await createService({
                  authUrl: AUTH_URL,
                  storage: opened.storage,
                  crypto: createCrypto(),
                  now: () => Date.now() + world.skewMs,
                  onEvent: (event) => world.events.push(event),
                  ...options,
                }),
              )
            world.service = await world.another()
          })
          suite(world)
        })
      }
    })
  }
}

/** Runs something with the service's clock moved. */
export async function atSkew<T>(world: World, skewMs: number, run: () => Promise<T>): Promise<T> {
  world.skewMs = skewMs
  try {
    return await run()
  } finally {
    world.skewMs = 0
  }
}
