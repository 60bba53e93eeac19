import type { Server } from 'node:http'
import { env } from 'node:process'
import { LicetError } from '../../core/errors.ts'
import { AUTH_PATHS, HEALTH_PATHS } from '../../protocol/paths.ts'
import { createService, type Service, type ServiceOptions } from '../create-service.ts'
import { readBaseUrl } from '../http/base-url.ts'
import { readCors } from '../http/cors.ts'
import { respondError, respondJson } from '../http/respond.ts'
import { openPgliteStorage } from '../storage/pglite.ts'
import type { Storage } from '../storage/storage.ts'
import { checkAddresses } from './check-addresses.ts'
import { checkDatabaseUrl, orUnset } from './check-database-url.ts'
import { closeServer } from './close-server.ts'
import { awaitDatabase } from './connect-database.ts'
import { createHttpServer } from './http-server.ts'
import { listen } from './listen.ts'
import { createNodeCrypto } from './node-crypto.ts'
import { openDiskStorage } from './open-disk-storage.ts'
import { openPostgresStorage } from './open-postgres-storage.ts'

const DEFAULT_PORT = 8787
const DEFAULT_HOST = '127.0.0.1'

/** Options of {@link serve}. */
export interface ServeOptions extends Omit<ServiceOptions, 'authUrl'> {
  /** Where clients reach the token paths: the issuer of every token. Default: where it listens. */
  readonly authUrl?: string | undefined
  /** Default: 8787. 0 takes any that is free. */
  readonly port?: number | undefined
  /** Default: `127.0.0.1`, so that only this machine reaches it. */
  readonly host?: string | undefined
  /** Connection string of PostgreSQL. Default: the variable `DATABASE_URL`. */
  readonly databaseUrl?: string | undefined
  /** Most connections to PostgreSQL that are open at once. Default: 10. */
  readonly maxConnections?: number | undefined
  /** Folder of the embedded database. With it `DATABASE_URL` is not read. */
  readonly dataDir?: string | undefined
  /** Keeps everything in memory, whatever `DATABASE_URL` says. So does a service that is given no database at all. Default `false`. */
  readonly memory?: boolean | undefined
  /** Permits the embedded database when `NODE_ENV` is `production`. Default `false`. */
  readonly allowEmbedded?: boolean | undefined
  /** Permits `authUrl` and `trailUrl` to be plain HTTP beyond this machine. Default `false`. */
  readonly allowHttp?: boolean | undefined
  /** A storage that is open already; stays open. */
  readonly storage?: Storage | undefined
  /** Answers what is not the service's, such as an app's own pages. Called for paths that the service does not have. */
  readonly fallback?: ((request: Request) => Response | Promise<Response>) | undefined
}

/** The service, listening. */
export interface RunningService {
  readonly service: Service
  /** Where it listens: `http://127.0.0.1:8787`. */
  readonly url: string
  readonly port: number
  /** Which database it stands on. */
  readonly database: 'postgresql' | 'embedded' | 'memory' | 'given'
  /** Finishes what is under way, then closes the server and the database. */
  close(): Promise<void>
}

/**
 * Runs the service on Node, on `node:crypto` and PostgreSQL or the embedded database.
 *
 * A PostgreSQL that is away at the start is asked again in the background; until it answers, requests are 503 and `onEvent` is told `database_away`.
 *
 * @throws {LicetError} `port_taken`; `storage_unavailable`; `unavailable` when PostgreSQL lets nobody in;
 *   `invalid_configuration` for what is no address, in production without a database, and for plain HTTP on an open network.
 * @example
 * const running = await serve({ port: 8787, dataDir: '.licet' })
 * process.once('SIGTERM', () => running.close())
 */
export async function serve(options: ServeOptions = {}): Promise<RunningService> {
  const {
    port = DEFAULT_PORT,
    host = DEFAULT_HOST,
    databaseUrl,
    maxConnections,
    dataDir,
    memory = false,
    allowEmbedded,
    allowHttp = false,
    storage: given,
    fallback,
    ...rest
  } = options
  const told = given !== undefined || dataDir !== undefined || memory
  const url = orUnset(databaseUrl) ?? (told ? undefined : orUnset(env.DATABASE_URL))
  if (given === undefined && url === undefined && env.NODE_ENV === 'production' && allowEmbedded !== true) throw databaseWanted()
  checkAddresses({ host, authUrl: options.authUrl, trailUrl: options.trailUrl, allowHttp })
  // What is set wrongly is told before anything is made of it: a database, or a port that is taken.
  for (const [field, text] of Object.entries({ authUrl: options.authUrl, trailUrl: options.trailUrl }))
    if (text !== undefined) readBaseUrl(text, field)
  readCors(options.cors ?? '*')
  if (url !== undefined) checkDatabaseUrl(url)

  // The port comes before the database: a second start fails at once, and says why.
  let answer: Service['fetch'] | undefined
  const server = createHttpServer(async (request, { socket }) =>
    answer === undefined ? notReady(request) : answer(request, { peerAddress: socket.remoteAddress }),
  )
  const actualPort = await listen(server, port, host)
  const origin = `http://${host.includes(':') ? `[${host}]` : host}:${actualPort}`
  let storage: Storage | undefined
  let closing: Promise<void> | undefined
  try {
    storage = given ?? (url === undefined ? await openEmbedded(dataDir) : openPostgresStorage(url, { maxConnections }))
    const stopAsking = await awaitDatabase(storage, options.onEvent ?? (() => undefined))
    const service = await createService({
      ...rest,
      authUrl: rest.authUrl ?? origin,
      crypto: rest.crypto ?? createNodeCrypto(),
      storage,
    })
    answer = fallback === undefined ? service.fetch : withFallback(service, fallback)
    return {
      service,
      url: origin,
      port: actualPort,
      database: given !== undefined ? 'given' : url !== undefined ? 'postgresql' : dataDir !== undefined ? 'embedded' : 'memory',
      close: () => {
        stopAsking()
        closing ??= close(server, service, given === undefined ? storage : undefined)
        return closing
      },
    }
  } catch (error) {
    await closeServer(server)
    if (given === undefined) await storage?.close()
    throw error
  }
}

async function openEmbedded(dataDir: string | undefined): Promise<Storage> {
  return dataDir === undefined ? openPgliteStorage() : openDiskStorage({ folder: dataDir })
}

async function close(server: Server, service: Service, storage: Storage | undefined): Promise<void> {
  await closeServer(server)
  await service.close()
  await storage?.close()
}

function withFallback(service: Service, fallback: NonNullable<ServeOptions['fallback']>): Service['fetch'] {
  return async (request, from) => (service.owns(new URL(request.url).pathname) ? service.fetch(request, from) : fallback(request))
}

/** It lives while its database is upgraded, which takes minutes: whoever restarts what does not live would have that begin again and again. */
function notReady(request: Request): Response {
  const { pathname } = new URL(request.url)
  if (pathname.endsWith(HEALTH_PATHS.live)) return respondJson({ status: 'ok' })
  const starting = new LicetError('unavailable', 'The service is starting. Nothing was done. Try again in a moment.', {
    retryAfterMs: 1000,
  })
  return respondError(starting, pathname.includes(AUTH_PATHS.tokenAlias) ? 'oauth' : 'problem', request)
}

function databaseWanted(): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    'NODE_ENV is production and there is no DATABASE_URL. The embedded database never calls fsync, so a power cut can lose what people agreed to. ' +
      'Set DATABASE_URL to a PostgreSQL, or permit the embedded one (allowEmbedded, --allow-embedded).',
    { field: 'databaseUrl' },
  )
}
