import pg from 'pg'
import { type StartPostgresOptions, startPostgres, type TestPostgres } from './postgres.ts'

/** A primary and its streaming standby. */
export interface TestCluster {
  readonly primary: TestPostgres
  readonly standby: TestPostgres
  /** Returns a connection string with the hosts of these servers. */
  urlOf(...servers: readonly TestPostgres[]): string
  stop(): Promise<void>
}

/** Starts a primary and its standby. With `isSynchronous`, a commit waits until the standby has it. */
export async function startCluster({
  isSynchronous = false,
  ...options
}: StartPostgresOptions & { readonly isSynchronous?: boolean } = {}): Promise<TestCluster> {
  const primary = await startPostgres(options)
  try {
    const standby = await startPostgres({ ...options, standbyOf: primary.url })
    await execute(primary.url, (client) => waitForStandby(client))
    if (isSynchronous) {
      await execute(primary.url, (client) => client.query("ALTER SYSTEM SET synchronous_standby_names = '*'"))
      await execute(primary.url, (client) => client.query('SELECT pg_reload_conf()'))
    }
    return {
      primary,
      standby,
      urlOf: (...servers) => {
        const hosts = servers.map(({ url }) => new URL(url).host).join(',')
        return `postgres://licet@${hosts}/postgres?target_session_attrs=read-write`
      },
      stop: async () => {
        await standby.stop()
        await primary.stop()
      },
    }
  } catch (error) {
    await primary.stop()
    throw error
  }
}

/** Makes a standby the primary. Resolves when it can be written. */
export async function promote({ url }: TestPostgres): Promise<void> {
  await execute(url, (client) => client.query('SELECT pg_promote()'))
}

async function waitForStandby(client: pg.Client): Promise<void> {
  for (;;) {
    const { rowCount } = await client.query("SELECT FROM pg_stat_replication WHERE state = 'streaming'")
    if (rowCount === 1) return
    await client.query('SELECT pg_sleep(0.05)')
  }
}

async function execute(connectionString: string, work: (client: pg.Client) => Promise<unknown>): Promise<void> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  try {
    await work(client)
  } finally {
    await client.end()
  }
}
