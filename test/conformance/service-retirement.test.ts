import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { createPostgresStorage, createService } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { call, createTenant } from '../fixtures/caller.ts'
import { createPostgresDatabase, partitionDatabase } from '../fixtures/databases.ts'
import { signedRequest } from '../fixtures/device.ts'
import { projectRoot } from '../support/run-command.ts'

const GUIDE = readFileSync(join(projectRoot, 'docs/explanation/scaling.md'), 'utf8')
const [DEVICES = '', TERMS = ''] = [...GUIDE.matchAll(/```sql\n(.*?)```/gs)].map(([, sql]) => sql)
/** The period of the guide. */
const LONG_AGO_MS = Date.now() - 11 * 365 * 86_400_000

test.each([0, 4])('the SQL of the guide retires old devices without a license in force, with %i partitions', async (partitions) => {
  const database = await createPostgresDatabase()
  if (partitions > 0) await partitionDatabase(database.url, partitions)
  const pool = new pg.Pool({ connectionString: database.url })
  const storage = createPostgresStorage(pool, (oid) => pg.types.getTypeParser(oid))
  let now = Date.now
  const service = await createService({
    authUrl: 'https://auth.example.com',
    storage,
    crypto: createNodeCrypto(),
    now: () => now(),
  })
  try {
    const tenant = await createTenant(service)
    const newDevice = async (terms: string) => {
      const { device } = await tenant.device()
      const agree = async (members = {}) => {
        const token = await tenant.addressToken(device)
        const json = signedRequest(device, { terms, ...members })
        const { status, body } = await call(service, '/license/create', { token, json })
        expect([status, body.code]).toEqual([201, undefined])
        return body.id as string
      }
      return { device, agree }
    }
    now = () => LONG_AGO_MS
    const [ended, inForce, recent] = [await newDevice('Old terms'), await newDevice('Terms'), await newDevice('Terms')]
    await ended.agree({ description: 'First' })
    await ended.agree({ description: 'Second' })
    await ended.agree({ uses: [] })
    const kept = [await inForce.agree(), await recent.agree()]
    now = Date.now
    kept.push(await recent.agree({ uses: [] }))

    const retired = async () => (await pool.query(DEVICES)).rows
    expect([await retired(), await retired()]).toEqual([[{ licenses: '3' }], [{ licenses: '0' }]])
    expect((await pool.query(TERMS)).rowCount).toBe(1)
    const { rows } = await pool.query('SELECT id FROM licet.licenses ORDER BY position')
    expect(rows.map(({ id }) => id)).toEqual(kept)
    expect((await pool.query('SELECT count(*) FROM licet.license_transitions')).rows).toEqual([{ count: '4' }])
    // The device is still registered.
    const token = await tenant.addressToken(ended.device)
    expect((await call(service, '/license', { token })).body).toEqual({ licenses: [] })
    await ended.agree({ description: 'Years later' })
  } finally {
    await storage.close()
    await database.stop()
  }
})
