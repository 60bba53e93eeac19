import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { TOKEN } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

let database: TestDatabase
beforeEach(async () => {
  database = await createPostgresDatabase()
})
afterEach(() => database.stop())

// Regression: the log had the SQLSTATE only, and no page named it.
test('without DATABASE_PREPARED=off, the log of a failed request names this setting', async () => {
  const errors: string[] = []
  const running = await serve({
    port: 0,
    databaseUrl: database.url,
    preparedStatements: true,
    onEvent: (event) => {
      if (event.type === 'server_error') errors.push(event.error)
    },
  })
  try {
    const requestToken = async () => {
      const body = new URLSearchParams({
        grant_type: 'client_credentials',
        client_id: `user:${randomUUID()}`,
        client_secret: 'wrong',
      })
      return (await fetch(running.url + TOKEN, { method: 'POST', body })).status
    }
    await expect
      .poll(async () => {
        await Promise.all(Array.from({ length: 10 }, requestToken))
        return errors
      })
      .toContainEqual(expect.stringMatching(/SQLSTATE (?:42P05|26000): a pooler .* Set DATABASE_PREPARED=off/))
  } finally {
    await running.close()
  }
})

// Regression: the doctor found no fault.
test('`licet doctor` finds a pooler that loses prepared statements, and no fault with DATABASE_PREPARED=off', async () => {
  const examine = async (env: Readonly<Record<string, string>>) => {
    const { out } = await runLicet(['doctor', '--json'], { env: { DATABASE_URL: database.url, ...env } })
    const findings: readonly { readonly check: string; readonly status: string }[] = JSON.parse(out)
    return findings.filter(({ check, status }) => check === 'prepared statements' || (check === 'database' && status !== 'ok'))
  }
  expect(await examine({})).toEqual([
    expect.objectContaining({
      check: 'prepared statements',
      status: 'fault',
      text: expect.stringContaining('42P05'),
      fix: expect.stringContaining('Set DATABASE_PREPARED=off'),
    }),
  ])
  expect(await examine({ DATABASE_PREPARED: 'off' })).toEqual([])
})
