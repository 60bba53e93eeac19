import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call } from '../../fixtures/caller.ts'
import { createPostgresDatabase, writeDatabaseFiles } from '../../fixtures/databases.ts'
import { licet, runLicet } from './run-licet.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a provider and an API key that are created in a folder work with the service on that folder', {
  timeout: 60_000,
}, async () => {
  const dataDir = join(folder, 'database')
  await writeDatabaseFiles(dataDir)
  const provider = JSON.parse(
    (await licet('provider', 'create', '--name', 'Basket', '--email', 'a@example.com', '--data-dir', dataDir, '--json')).out,
  )
  const update = ['provider', 'update', provider.providerId, '--data-dir', dataDir] as const
  expect(await licet(...update)).toMatchObject({ code: 2, err: expect.stringContaining('No setting was given') })
  expect(await licet(...update, '--create-status', '204')).toMatchObject({
    code: 2,
    err: expect.stringContaining('Use 200 or 201'),
  })
  const updated = JSON.parse((await licet(...update, '--create-status', '200', '--json')).out)
  expect(updated).toEqual({ ...provider, createStatus: 200, modified: expect.any(String) })
  const key = await licet('api-key', 'create', '--email', 'a@example.com', '--data-dir', dataDir)
  expect(key.code).toBe(0)
  const [, userId, secret] = /client_id {6}user:(\S+)\n {2}client_secret {2}(\S+)/.exec(key.out) ?? []
  expect(key.out).toContain(`set userId to ${userId} and apiKey`)
  expect(key.out).toContain('set LICET_USER_ID to the client_id and LICET_API_KEY to the client_secret')
  const reader = ['api-key', 'create', '--email', 'a@example.com', '--name', 'reader', '--data-dir', dataDir] as const
  expect(await licet(...reader, '--scope', 'read')).toMatchObject({
    code: 2,
    err: expect.stringContaining('account:admin or trail'),
  })
  expect(JSON.parse((await licet(...reader, '--scope', 'trail', '--json')).out)).toMatchObject({ userId, scope: 'trail' })
  const listed = (await licet('api-key', 'list', '--email', 'a@example.com', '--data-dir', dataDir)).out
  expect(listed).toMatch(/ {2}trail {2}created .* reader$/m)
  expect(listed).toMatch(/ {2}account:admin {2}created .* default$/m)
  expect(await licet('api-key', 'create', '--email', 'a@exmaple.com', '--data-dir', dataDir)).toMatchObject({
    code: 2,
    err: expect.stringContaining('No user has the address a@exmaple.com'),
  })
  expect(await licet('api-key', 'create', '--email', 'b@example.com', '--organization', 'B', '--data-dir', dataDir)).toMatchObject({
    code: 0,
  })
  const running = await serve({ port: 0, dataDir })
  try {
    const token = async (client_id: string, client_secret: string) =>
      (
        await call(running.service, '/api/latest/auth/token', {
          form: { grant_type: 'client_credentials', client_id, client_secret },
        })
      ).body
    const { access_token } = await token(`user:${userId}`, secret ?? '')
    const read = await call(running.service, `/api/latest/provider/${provider.providerId}`, { token: access_token })
    expect(read.body).toEqual(updated)
    expect((await token(`provider:${provider.providerId}`, provider.pubKey)).token_type).toBe('Bearer')
    expect(await licet('provider', 'create', '--name', 'C', '--email', 'c@example.com', '--data-dir', dataDir)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Process ${process.pid} `),
    })
  } finally {
    await running.close()
  }
})

// The protocol revokes a key by the key itself. This command also revokes a key of which nobody has a copy.
test('F2: `api-key list` prints no secret, and `api-key revoke` ends a key by its id', async () => {
  const postgres = await createPostgresDatabase({ empty: true })
  const key = (...args: string[]) => runLicet(['api-key', ...args], { env: { DATABASE_URL: postgres.url } })
  const running = await serve({ port: 0, databaseUrl: postgres.url })
  try {
    const email = ['--email', 'a@example.com']
    const created = JSON.parse((await key('create', ...email, '--organization', 'A', '--name', 'laptop', '--json')).out)
    const status = async () => {
      const form = { grant_type: 'client_credentials', client_id: `user:${created.userId}`, client_secret: created.key }
      return (await call(running.service, '/api/latest/auth/token', { form })).status
    }
    expect(await status()).toBe(200)
    const listed = await key('list', ...email)
    expect(listed).toMatchObject({
      code: 0,
      out: expect.stringMatching(`^${created.id}  ${created.prefix}…  .*  active  laptop\n`),
    })
    expect(await key('revoke', created.id)).toMatchObject({ code: 0, err: '' })
    expect(await status()).toBe(401)
    const { out } = await key('list', ...email, '--json')
    expect(JSON.parse(out)).toEqual([expect.objectContaining({ id: created.id, revoked: expect.any(String) })])
    expect(listed.out + out).not.toContain(created.key)
    for (const id of [created.id, created.userId, created.prefix])
      expect(await key('revoke', id)).toMatchObject({ code: 2, err: expect.stringMatching(/no API key/i) })
    expect(await key('list', '--email', 'b@example.com')).toMatchObject({ code: 2, err: expect.stringContaining('No user') })
  } finally {
    await running.close()
    await postgres.stop()
  }
})
