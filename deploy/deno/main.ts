// Runs the service in Deno: deno run --allow-net --allow-env --allow-read --allow-sys main.ts
// The settings are environment variables: DATABASE_URL, LICET_AUTH_URL, LICET_TRAIL_URL, LICET_CORS and PORT.
import { createPostgresStorage, createService } from 'licet/service'
import pg from 'pg'

const required = (name: string): string => {
  const value = Deno.env.get(name)
  if (value) return value
  throw new Error(`${name} is not set, so the service did not start. Set it in the environment.`)
}

const timeLimits = { statement_timeout: 1000, query_timeout: 1200, idle_in_transaction_session_timeout: 1200 }
const pool = new pg.Pool({
  connectionString: required('DATABASE_URL'),
  application_name: 'licet',
  max: Number(Deno.env.get('LICET_MAX_CONNECTIONS') ?? 10),
  connectionTimeoutMillis: 1000,
  ...timeLimits,
})
const storage = createPostgresStorage(pool, pg.types.getTypeParser)
// Migrates an empty or older database, or ends here when that is not possible.
await storage.ready()

const service = await createService({
  authUrl: required('LICET_AUTH_URL'),
  trailUrl: Deno.env.get('LICET_TRAIL_URL'),
  cors: Deno.env.get('LICET_CORS')?.split(','),
  storage,
  onEvent: (event) => console.error(JSON.stringify({ time: new Date().toISOString(), ...event })),
})
service.startLog()
service.startWebhooks()
service.startCleanup()

const server = Deno.serve({ port: Number(Deno.env.get('PORT') ?? 8787) }, (request, { remoteAddr }) =>
  service.fetch(request, { peerAddress: remoteAddr.hostname }),
)

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  Deno.addSignalListener(signal, async () => {
    await server.shutdown()
    await service.close()
    await storage.close()
    Deno.exit(0)
  })
}
