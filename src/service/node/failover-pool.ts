import type { PostgresPool } from '../storage/postgres.ts'
import { StorageError } from '../storage/storage.ts'
import { isConnectionLost, READ_ONLY, toStorageError } from '../storage/storage-errors.ts'

/** How long all servers have to answer. A request waits for it, and has 3 s in all. */
const SEARCH_TIMEOUT_MS = 1000
/** How long requests fail with the result of a search that found nothing. Otherwise each would search again. */
const SEARCH_PAUSE_MS = 200

/** Class of the SQLSTATEs of a server that stops or ends connections. */
const OPERATOR = '57P'

// `NULL` on a server that is read-only. The first letters of the name of a WAL file are the timeline, which grows with each promotion.
const TIMELINE = `SELECT CASE current_setting('transaction_read_only') WHEN 'off'
  THEN substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) END AS timeline`

type Connection = Awaited<ReturnType<PostgresPool['connect']>>

/** One server of a cluster. */
export interface ClusterServer {
  readonly pool: PostgresPool
  /** Connections of a search, which does not wait for the connections of requests. */
  readonly searchPool: PostgresPool
}

/**
 * Creates a pool over several servers of one cluster. It connects to the server that can be written, and searches again when that one
 * fails or becomes read-only. Of two such servers it uses the one that was promoted last.
 */
export function createFailoverPool(servers: readonly ClusterServer[]): PostgresPool {
  const pools = servers.map(({ pool }) => pool)
  const allPools = [...pools, ...servers.map(({ searchPool }) => searchPool)]
  let primary: Promise<PostgresPool> | undefined
  const find = (): Promise<PostgresPool> => {
    if (primary !== undefined) return primary
    const search = findPrimary(servers)
    primary = search
    search.catch(() => setTimeout(() => forget(search), SEARCH_PAUSE_MS).unref())
    return search
  }
  const forget = (failed: Promise<PostgresPool> | undefined): void => {
    if (primary === failed) primary = undefined
  }
  const connect = async (): Promise<Connection> => {
    const found = find()
    const pool = await found
    const check = (error: unknown): never => {
      if (isServerLost(error)) forget(found)
      throw error
    }
    const connection = await pool.connect().catch(check)
    return {
      query: (query) => connection.query(query).catch(check),
      release: (error) => connection.release(error),
    }
  }
  const sum = (count: (pool: PostgresPool) => number | undefined) => pools.reduce((total, pool) => total + (count(pool) ?? 0), 0)
  return {
    on: (event: 'error' | 'connect', listener: (value: never) => void) => {
      for (const pool of allPools) pool.on(event as 'error', listener as (error: Error) => void)
    },
    connect,
    query: async (query) => {
      const connection = await connect()
      let failed = true
      try {
        const result = await connection.query(query)
        failed = false
        return result
      } finally {
        connection.release(failed)
      }
    },
    end: async () => {
      await Promise.all(allPools.map((pool) => pool.end()))
    },
    get totalCount() {
      return sum(({ totalCount }) => totalCount)
    },
    get idleCount() {
      return sum(({ idleCount }) => idleCount)
    },
    get waitingCount() {
      return sum(({ waitingCount }) => waitingCount)
    },
    options: pools[0]?.options,
  }
}

/** Asks all servers at the same time. */
async function findPrimary(servers: readonly ClusterServer[]): Promise<PostgresPool> {
  const answers = await Promise.allSettled(servers.map(({ searchPool }) => withTimeout(readTimeline(searchPool))))
  const timelines = answers.map((answer) => (answer.status === 'fulfilled' ? (answer.value ?? '') : ''))
  // Eight hexadecimal digits, so they sort like numbers.
  const newest = [...timelines].sort().at(-1) ?? ''
  const server = newest === '' ? undefined : servers[timelines.indexOf(newest)]
  if (server !== undefined) return server.pool
  if (answers.some(({ status }) => status === 'fulfilled')) throw new StorageError(READ_ONLY)
  throw answers.find((answer) => answer.status === 'rejected')?.reason ?? new StorageError('')
}

async function readTimeline(pool: PostgresPool): Promise<string | null> {
  const connection = await pool.connect()
  let failed = true
  try {
    const query = { text: TIMELINE, values: [], types: { getTypeParser: () => (text: string) => text } }
    const result = await connection.query(query)
    failed = false
    const rows = (Array.isArray(result) ? result.at(-1) : result)?.rows as { timeline: string | null }[] | undefined
    return rows?.[0]?.timeline ?? null
  } finally {
    connection.release(failed)
  }
}

async function withTimeout<T>(work: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new StorageError('', 'timeout')), SEARCH_TIMEOUT_MS)
  })
  return Promise.race([work, late]).finally(() => clearTimeout(timer))
}

/** Returns whether an error can mean that another server is the primary now. */
function isServerLost(error: unknown): boolean {
  const failure = toStorageError(error)
  return isConnectionLost(failure) || failure.state === READ_ONLY || failure.state.startsWith(OPERATOR)
}
