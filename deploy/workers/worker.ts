// Runs the service on Cloudflare Workers, with PostgreSQL through Hyperdrive. The settings are in wrangler.jsonc.
import { createPostgresStorage, createService, type Service } from 'licet/service'
import pg from 'pg'

interface Env {
  readonly HYPERDRIVE: { readonly connectionString: string }
  readonly LICET_AUTH_URL: string
  readonly LICET_TRAIL_URL?: string
  readonly LICET_CORS?: string
}

interface Context {
  waitUntil(work: Promise<unknown>): void
}

/**
 * Opens the service for one event, passes it to `work`, and closes it afterwards.
 *
 * A Worker must not use a connection of another request, so each has its own. Hyperdrive keeps the connections to PostgreSQL open.
 */
async function withService<T>(env: Env, context: Context, work: (service: Service) => Promise<T>): Promise<T> {
  const pool = new pg.Pool({
    connectionString: env.HYPERDRIVE.connectionString,
    application_name: 'licet',
    max: 5,
    connectionTimeoutMillis: 1000,
    query_timeout: 1200,
  })
  // A migration can take longer than a Worker may run: `licet migrate` does it, as a step of the deployment.
  const storage = createPostgresStorage(pool, pg.types.getTypeParser, { mayMigrate: false, preparedStatements: false })
  const service = await createService({
    authUrl: env.LICET_AUTH_URL,
    trailUrl: env.LICET_TRAIL_URL,
    cors: env.LICET_CORS?.split(','),
    storage,
    onEvent: (event) => console.error(JSON.stringify(event)),
  })
  try {
    return await work(service)
  } finally {
    context.waitUntil(service.close().then(() => storage.close()))
  }
}

export default {
  fetch: (request: Request, env: Env, context: Context): Promise<Response> =>
    withService(env, context, (service) =>
      service.fetch(request, { peerAddress: request.headers.get('cf-connecting-ip') ?? undefined }),
    ),

  /** Writes the public log, delivers webhooks and deletes expired rows. `triggers.crons` of wrangler.jsonc calls it each minute. */
  scheduled: (_event: unknown, env: Env, context: Context): Promise<void> =>
    withService(env, context, async (service) => {
      await service.appendLog()
      await service.webhooks.deliver()
      await service.cleanUp()
    }),
}
