import { randomBytes } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openPostgresStorage, type RunningService, serve } from '../../../src/service/node.ts'
import { call } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { runLicet } from '../../fixtures/run-licet.ts'

test('F2: `key rotate --now` signs with a new key and keeps the previous, `key remove` removes the previous, and neither prints a private key', async () => {
  const postgres = await createPostgresDatabase({ empty: true })
  const storage = openPostgresStorage(postgres.url)
  const key = (...args: string[]) => runLicet(['key', ...args], { env: { DATABASE_URL: postgres.url } })
  const running = await serve({ port: 0, databaseUrl: postgres.url })
  try {
    const initial = await kidsOf(running)
    const first = JSON.parse((await key('rotate', '--now', '--json')).out)
    expect(first).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/), signsFrom: expect.any(String), former: initial })
    await new Promise((resolve) => setTimeout(resolve, 1))
    const second = await key('rotate', '--now')
    expect(second).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`still verifies  ${first.kid}`) })
    const current = /a new key: (\S+)/.exec(second.out)?.[1] ?? ''
    expect(await key('remove', '--', current)).toMatchObject({ code: 2, err: expect.stringContaining('the key signs') })
    expect(await key('remove')).toMatchObject({ code: 2 })
    expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('ten seconds') })
    await storage.query("UPDATE licet.signing_keys SET retired = retired - interval '1 minute'")
    const removed = await key('remove', '--json', '--', first.kid)
    expect([removed.code, JSON.parse(removed.out)]).toEqual([0, { removed: first.kid }])
    expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was removed') })
    // The service reads the keys again within a second. Nobody removed its first key.
    await expect.poll(() => kidsOf(running)).toEqual([current, ...initial])
  } finally {
    await running.close()
    await storage.close()
    await postgres.stop()
  }
})

test('`key rotate` prints when the new key starts to sign, and `doctor` shows both keys', async () => {
  const postgres = await createPostgresDatabase()
  const running = await serve({ port: 0, databaseUrl: postgres.url })
  try {
    const env = { DATABASE_URL: postgres.url }
    const [former = ''] = await kidsOf(running)
    const asked = Date.now()
    const rotated = JSON.parse((await runLicet(['key', 'rotate', '--json'], { env })).out)
    expect(Date.parse(rotated.signsFrom) - asked).toBeGreaterThanOrEqual(310_000)
    expect(rotated.former).toEqual([former])
    await expect.poll(() => kidsOf(running)).toEqual([rotated.kid, former])
    const doctor = await runLicet(['doctor', '--auth-url', running.url], { env })
    expect(doctor.out).toContain(`The key ${former} signs. The key ${rotated.kid} signs from ${rotated.signsFrom}.`)
    const again = await runLicet(['key', 'rotate', '--delay', '20'], { env })
    expect(again.out).toMatch(/The service has a new key: \S+\n {2}signs from {6}\d{4}-/)
    for (const wrong of [
      ['--delay', '9'],
      ['--delay', '20', '--now'],
    ])
      expect(await runLicet(['key', 'rotate', ...wrong], { env })).toMatchObject({
        code: 2,
        err: expect.stringContaining('Nothing was done'),
      })
    expect((await kidsOf(running)).length).toBeLessThanOrEqual(3)
  } finally {
    await running.close()
    await postgres.stop()
  }
})

async function kidsOf({ service }: RunningService): Promise<string[]> {
  const { keys } = (await call(service, '/.well-known/jwks.json')).body
  return keys.map(({ kid }: { kid: string }) => kid)
}

// Regression: `key rotate` without the variable stored the new signing key unencrypted in a database with encryption.
test('`key rotate` needs the encryption key of the database, and with `--now` replaces one that is lost', async () => {
  const postgres = await createPostgresDatabase()
  const storage = openPostgresStorage(postgres.url)
  const folder = await mkdtemp(join(tmpdir(), 'licet-key-'))
  const rotate = async (keyFile: string | undefined, ...args: string[]) => {
    const env = { DATABASE_URL: postgres.url, ...(keyFile && { LICET_KEY_ENCRYPTION_KEY_FILE: keyFile }) }
    return runLicet(['key', 'rotate', ...args], { env })
  }
  const newKeyFile = async (name: string) => {
    await writeFile(join(folder, name), randomBytes(32).toString('base64'))
    return join(folder, name)
  }
  const stored = () => storage.query('SELECT private_jwk FROM licet.signing_keys WHERE private_jwk IS NOT NULL')
  try {
    expect(await rotate(await newKeyFile('lost'), '--now')).toMatchObject({ code: 0 })
    const before = await stored()
    for (const args of [[], ['--now']])
      expect(await rotate(undefined, ...args)).toMatchObject({
        code: 2,
        err: expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE'),
      })
    expect(await stored()).toEqual(before)
    expect(await rotate(await newKeyFile('next'), '--now')).toMatchObject({ code: 0, err: '' })
    expect(await stored()).toEqual([{ private_jwk: expect.stringMatching(/^eyJ/) }])
  } finally {
    await rm(folder, { recursive: true })
    await storage.close()
    await postgres.stop()
  }
})
