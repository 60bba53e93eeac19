import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { call } from '../../fixtures/caller.ts'
import { createPostgresDatabase, writeDatabaseFiles } from '../../fixtures/databases.ts'
import { licet, runLicet } from '../../fixtures/run-licet.ts'
import type { TestDatabase } from '../../support/postgres.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('a provider and an API key that are created in a folder work with the service on that folder', async () => {
  const dataDir = join(folder, 'database')
  await writeDatabaseFiles(dataDir)
  const provider = JSON.parse(
    (await licet('provider', 'create', '--name', 'Basket', '--email', 'a@example.com', '--data-dir', dataDir, '--json')).out,
  )
  const key = await licet('api-key', 'create', '--email', 'a@example.com', '--data-dir', dataDir)
  expect(key.code).toBe(0)
  const [, userId, secret] = /client_id {6}user:(\S+)\n {2}client_secret {2}(\S+)/.exec(key.out) ?? []
  expect(key.out).toContain(`set userId to ${userId} and apiKey`)
  expect(key.out).toContain('set LICET_USER_ID to the client_id and LICET_API_KEY to the client_secret')
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
    expect(read.body).toEqual(provider)
    expect((await token(`provider:${provider.providerId}`, provider.pubKey)).token_type).toBe('Bearer')
    expect(await licet('provider', 'create', '--name', 'C', '--email', 'c@example.com', '--data-dir', dataDir)).toMatchObject({
      code: 2,
      err: expect.stringContaining(`Process ${process.pid} `),
    })
  } finally {
    await running.close()
  }
})

describe('on PostgreSQL', () => {
  let postgres: TestDatabase
  beforeAll(async () => {
    postgres = await createPostgresDatabase()
  })
  afterAll(() => postgres.stop())

  const onDatabase = (...args: string[]) => runLicet(args, { env: { DATABASE_URL: postgres.url } })

  test('`provider update` changes the status of new licenses, and refuses other values', async () => {
    const create = ['provider', 'create', '--name', 'Basket', '--email', 'p@example.com', '--json'] as const
    const provider = JSON.parse((await onDatabase(...create)).out)
    const update = ['provider', 'update', provider.providerId] as const
    expect(await onDatabase(...update)).toMatchObject({ code: 2, err: expect.stringContaining('No setting was given') })
    expect(await onDatabase(...update, '--create-status', '204')).toMatchObject({
      code: 2,
      err: expect.stringContaining('Use 200 or 201'),
    })
    const updated = JSON.parse((await onDatabase(...update, '--create-status', '200', '--json')).out)
    expect(updated).toEqual({ ...provider, createStatus: 200, modified: expect.any(String) })
  })

  test('`api-key create` adds a key with a scope to a user, and creates a user only with an organization', async () => {
    const create = (...args: string[]) => onDatabase('api-key', 'create', ...args)
    const { userId } = JSON.parse((await create('--email', 'a@example.com', '--organization', 'A', '--json')).out)
    const reader = ['--email', 'a@example.com', '--name', 'reader'] as const
    expect(await create(...reader, '--scope', 'read')).toMatchObject({
      code: 2,
      err: expect.stringContaining('account:admin, license:end or trail'),
    })
    expect(JSON.parse((await create(...reader, '--scope', 'trail', '--json')).out)).toMatchObject({ userId, scope: 'trail' })
    const listed = (await onDatabase('api-key', 'list', '--email', 'a@example.com')).out
    expect(listed).toMatch(/ {2}trail {2}created .* reader$/m)
    expect(listed).toMatch(/ {2}account:admin {2}created .* default$/m)
    expect(await create('--email', 'a@exmaple.com')).toMatchObject({
      code: 2,
      err: expect.stringContaining('No user has the address a@exmaple.com'),
    })
    expect(await create('--email', 'b@example.com', '--organization', 'B')).toMatchObject({ code: 0 })
  })
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
