import { expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { runLicet } from './run-licet.ts'

test('F2: `key rotate` signs with a new key and keeps the former, `key remove` removes the former, and neither prints a private key', async () => {
  const postgres = await createPostgresDatabase({ empty: true })
  let aheadMs = 0
  const key = (...args: string[]) =>
    runLicet(['key', ...args], { now: () => Date.now() + aheadMs, env: { DATABASE_URL: postgres.url } })
  const running = await serve({ port: 0, databaseUrl: postgres.url })
  try {
    const kids = async (): Promise<string[]> =>
      (await call(running.service, '/.well-known/jwks.json')).body.keys.map(({ kid }: { kid: string }) => kid)
    const initial = await kids()
    const first = JSON.parse((await key('rotate', '--json')).out)
    expect(first).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/), former: initial })
    const second = await key('rotate')
    expect(second).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`still verifies  ${first.kid}`) })
    const current = /a new key: (\S+)/.exec(second.out)?.[1] ?? ''
    expect(await key('remove', '--', current)).toMatchObject({ code: 2, err: expect.stringContaining('current') })
    expect(await key('remove')).toMatchObject({ code: 2 })
    expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('ten seconds') })
    aheadMs = 60_000
    const removed = await key('remove', '--json', '--', first.kid)
    expect([removed.code, JSON.parse(removed.out)]).toEqual([0, { removed: first.kid }])
    expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was removed') })
    // The service reads the keys again within a second. Nobody removed its first key.
    await expect.poll(kids, { timeout: 5000 }).toEqual([current, ...initial])
  } finally {
    await running.close()
    await postgres.stop()
  }
})
