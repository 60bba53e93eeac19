import { beforeAll, expect, test } from 'vitest'
import { hashLeaf } from '../../src/log/merkle.ts'
import { isIncluded } from '../../src/log/merkle-proof.ts'
import { parseVkey } from '../../src/log/note-key.ts'
import { parseTlogProof } from '../../src/log/tlog-proof.ts'
import { verifyCheckpoint } from '../../src/log/verify-checkpoint.ts'
import type { Service, ServiceEvent } from '../../src/service/index.ts'
import { readLogState } from '../../src/service/storage/log-tree.ts'
import { StorageError } from '../../src/service/storage/storage.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { type Device, signedRequest } from '../fixtures/device.ts'
import { nodeLogCrypto } from '../fixtures/log-crypto.ts'
import { naiveTree } from '../fixtures/naive-tree.ts'
import { hashOf, readPublishedLog } from '../fixtures/read-published-log.ts'
import { watchStorage } from '../fixtures/watched-storage.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

describeWorlds(
  'the public log',
  (world) => {
    let tenant: Tenant
    beforeAll(async () => {
      tenant = await createTenant(world.service)
    })
    const create = async ({ device, token }: { device: Device; token: string }, members: object = {}) => {
      const { status, body } = await call(world.service, '/license/create', { token, json: signedRequest(device, members) })
      expect(status).toBe(201)
      return body
    }
    const readKeys = async (service: Service) => {
      const { body } = await call(service, '/log/keys')
      return Promise.all(body.keys.map(({ vkey }: { vkey: string }) => parseVkey(vkey, nodeLogCrypto.sha256)))
    }
    const iatOf = (receipt: string) => JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString()).iat

    test('has every license, withdrawal, revocation and erasure as an entry, in this order, and nothing about a person', async () => {
      await world.service.appendLog()
      const before = await readPublishedLog(world.service)
      const first = await tenant.device('person-of-the-log')
      const license = await create(first)
      const withdrawal = await create(first, { uses: [] })
      const second = await create(first, { description: 'Again' })
      await world.service.appendLog()
      const revoked = (
        await call(world.service, `/license/${second.id}/revoke`, {
          token: await tenant.adminToken(),
          json: { requestedBy: 'person', channel: 'letter' },
        })
      ).body
      await call(world.service, `/api/latest/provider/${tenant.provider.providerId}/user?address=${first.device.address}`, {
        token: await tenant.adminToken(),
        method: 'DELETE',
      })
      await world.service.appendLog()
      const after = await readPublishedLog(world.service)
      const entries = after.entries.slice(before.size)
      const entryOf = (k: string, receipt: string) => ({ v: 1, k, h: hashOf(receipt), t: iatOf(receipt) })
      expect(entries.slice(0, 4)).toEqual([
        entryOf('license', license.receipt),
        entryOf('end', withdrawal.receipt),
        entryOf('license', second.receipt),
        entryOf('end', revoked.revocation.receipt),
      ])
      const erased = entries.slice(4)
      expect(erased.map(({ k }) => k)).toEqual(Array(4).fill('erasure'))
      expect(new Set(erased.map(({ h }) => h))).toEqual(new Set(entries.slice(0, 4).map(({ h }) => h)))
      // Regression: nobody could tell from the service what the public log has of an erased license.
      const index = after.entries.findLastIndex(({ h }) => h === hashOf(license.receipt))
      const proof = await call(world.service, `/license/${license.id}/proof`, { token: await tenant.adminToken() })
      expect(proof).toMatchObject({
        status: 410,
        body: { code: 'erased', detail: expect.stringMatching(` is entry ${index} of .*\\. Read this entry`) },
      })
      expect(Buffer.concat(after.bytes).toString()).not.toMatch(/person-of-the-log|fresh|provider/i)
    })

    test('proves the newest receipt of a license with a checkpoint that the published key has signed', async () => {
      const device = await tenant.device()
      const license = await create(device)
      const path = `/license/${license.id}/proof`
      const early = await call(world.service, path, { token: device.token })
      expect([early.status, early.body.code, early.headers.get('retry-after')]).toEqual([404, 'not_in_log_yet', '10'])
      await world.storage.query('UPDATE licet.log_pending SET at = at - 600 WHERE license_id = $1', [license.id])
      expect((await readLogState(world.storage)).waitingSeconds).toBeGreaterThanOrEqual(600)
      await world.storage.query('UPDATE licet.log_pending SET at = at + 600 WHERE license_id = $1', [license.id])
      await world.service.appendLog()
      const answer = await call(world.service, path, { token: device.token })
      expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store'])
      const proof = parseTlogProof(answer.body)
      const checkpoint = await verifyCheckpoint(proof.checkpoint, await readKeys(world.service), nodeLogCrypto)
      const { entries, bytes, origin } = await readPublishedLog(world.service)
      expect(checkpoint.origin).toBe(origin)
      expect(entries[proof.index]).toMatchObject({ k: 'license', h: hashOf(license.receipt) })
      const leafHash = await hashLeaf(bytes[proof.index] ?? new Uint8Array(), nodeLogCrypto.sha256)
      expect(await isIncluded({ ...checkpoint, leafHash, index: proof.index, proof: proof.hashes }, nodeLogCrypto.sha256)).toBe(
        true,
      )
      expect((await call(world.service, path, { token: (await tenant.device()).token })).status).toBe(404)
      expect((await call(world.service, path)).status).toBe(401)
    })

    test('is served as static files that every origin may read and cache', async () => {
      await create(await tenant.device())
      const service = await world.another({ cors: ['https://shop.example'] })
      await service.appendLog()
      const { size } = await readPublishedLog(service)
      const headers = { origin: 'https://auditor.example' }
      const width = `000.p/${size % 256}`
      for (const [path, type, caching] of [
        ['checkpoint', 'text/plain; charset=utf-8', 'public, max-age=5'],
        ['keys', 'application/json', 'public, max-age=5'],
        ['1/checkpoint', 'text/plain; charset=utf-8', 'public, max-age=5'],
        // Regression: a cache kept the tile of an epoch for a year at the address that the next epoch has, too.
        [`tile/0/${width}`, 'application/octet-stream', 'public, max-age=5'],
        [`tile/entries/${width}`, 'application/octet-stream', 'public, max-age=5'],
        [`1/tile/0/${width}`, 'application/octet-stream', 'public, max-age=31536000, immutable'],
        [`1/tile/entries/${width}`, 'application/octet-stream', 'public, max-age=31536000, immutable'],
      ] as const) {
        const response = await call(service, `/log/${path}`, { headers })
        expect([path, response.status]).toEqual([path, 200])
        expect(response.headers.get('content-type')).toBe(type)
        expect(response.headers.get('cache-control')).toBe(caching)
        expect(response.headers.get('access-control-allow-origin')).toBe('*')
      }
      for (const path of [
        'tile/0/001',
        'tile/0/0',
        'tile/0/000',
        'tile/9/000.p/1',
        `tile/entries/000.p/${size + 1}`,
        'tile/0/../keys',
        `2/tile/0/${width}`,
        `01/tile/0/${width}`,
        '2/checkpoint',
        '99999999999/checkpoint',
      ])
        expect([path, (await call(service, `/log/${path}`, { headers })).status]).toEqual([path, 404])
    })

    test('appends what two processes and many requests store at the same time, each entry once', async () => {
      const before = (await readPublishedLog(world.service)).size
      const other = await world.another()
      const devices = await Promise.all(Array.from({ length: 8 }, () => tenant.device()))
      const creating = Promise.all(devices.map((device) => create(device)))
      const appending = Promise.all(Array.from({ length: 6 }, (_, n) => (n % 2 === 0 ? other : world.service).appendLog()))
      const licenses = await creating
      await appending
      await other.appendLog()
      const { entries, size } = await readPublishedLog(world.service)
      const added = entries.slice(before).map(({ h }) => h)
      expect(size).toBe(before + 8)
      expect(added.sort()).toEqual(licenses.map(({ receipt }) => hashOf(receipt)).sort())
    })

    test('is unchanged after a batch that fails at any of its statements, and the next batch has every entry', async () => {
      const licenses = [await create(await tenant.device()), await create(await tenant.device())]
      const before = await readPublishedLog(world.service)
      let failAt = 0
      let statements = 0
      const storage = watchStorage(world.storage, {
        before: (text) => {
          if (!text.includes('log_') && !text.includes('advisory')) return
          if (++statements === failAt) throw new StorageError('57P01')
        },
      })
      const service = await world.another({ storage })
      let failures = 0
      for (failAt = 1; ; failAt++) {
        statements = 0
        const failed = await service.appendLog().then(
          () => false,
          () => true,
        )
        if (!failed) break
        failures++
        expect((await readPublishedLog(world.service)).note).toBe(before.note)
      }
      expect(failures).toBeGreaterThan(8)
      const after = await readPublishedLog(world.service)
      expect(after.entries.slice(before.size).map(({ h }) => h)).toEqual(licenses.map(({ receipt }) => hashOf(receipt)))
      expect(after.bytes.slice(0, before.size)).toEqual(before.bytes)
    })

    const report = async (service: Service, events: readonly ServiceEvent[], reason: string) => {
      service.startLog()
      await expect.poll(() => events).toContainEqual({ type: 'log_inconsistent', reason: expect.stringContaining(reason) })
    }
    const watched = async () => {
      const events: ServiceEvent[] = []
      const service = await world.another({ onEvent: (event) => events.push(event), logIntervalSeconds: 1 })
      await create(await tenant.device())
      await service.appendLog()
      return { service, events }
    }

    test('signs nothing while the stored checkpoint is another one, reports it, and continues when it is right again', async () => {
      const { service, events } = await watched()
      const { note, size, root } = await readPublishedLog(service)
      const set = (text: string) =>
        world.storage.query("UPDATE licet.log_checkpoints SET note = $1, created = now() - interval '1 hour' WHERE size = $2", [
          text,
          size,
        ])
      await create(await tenant.device())
      await set(note.replace(root, `${'A'.repeat(43)}=`))
      await report(service, events, 'is wrong')
      await set(note)
      await expect.poll(async () => (await readPublishedLog(service)).size).toBe(size + 1)
      await service.close()
    })

    test('signs nothing after a failover that lost signed entries, and reports it', async () => {
      const before = await world.storage.query<{ level: number; index: number; hashes: Uint8Array }>(
        'SELECT level, index, hashes FROM licet.log_tiles',
      )
      const { size } = await readPublishedLog(world.service)
      const { service, events } = await watched()
      for (const { level, index, hashes } of before)
        await world.storage.query('UPDATE licet.log_tiles SET hashes = $1 WHERE level = $2 AND index = $3', [hashes, level, index])
      for (const [table, column] of [
        ['log_entries', 'index + 1'],
        ['log_checkpoints', 'size'],
      ])
        await world.storage.query(`DELETE FROM licet.${table} WHERE ${column} > ${size}`)
      await world.storage.query("UPDATE licet.log_checkpoints SET created = now() - interval '1 hour'")
      await create(await tenant.device())
      await report(service, events, `does not continue the signed checkpoint of ${size + 1} entries`)
      expect((await readPublishedLog(service)).size).toBe(size)
      await service.close()
    })

    // Regression: after the clock was set back, `/log/keys` did not have the key of the newest checkpoint, so nobody could verify it.
    test('goes on with the same key after the clocks of the service and its database were set back by an hour', async () => {
      const { id } = await create(await tenant.device())
      await world.service.appendLog()
      // What was written before now has times of the future.
      for (const [table, column] of [
        ['log_keys', 'created'],
        ['log_checkpoints', 'created'],
        ['log_epochs', 'started'],
      ])
        await world.storage.query(`UPDATE licet.${table} SET ${column} = ${column} + interval '1 hour'`)
      const { size } = await readPublishedLog(world.service)
      await create(await tenant.device())
      const service = await world.another({ logIntervalSeconds: 1 })
      service.startLog()
      await expect.poll(async () => (await readPublishedLog(service)).size).toBe(size + 1)
      const { note } = await readPublishedLog(service)
      expect((await verifyCheckpoint(note, await readKeys(service), nodeLogCrypto)).size).toBe(size + 1)
      const proof = await call(service, `/license/${id}/proof`, { token: await tenant.adminToken() })
      expect(proof.status).toBe(200)
      await service.close()
    })

    test('grows over several tiles, and every published width of a tile is the beginning of the next', async () => {
      await world.storage.query(
        `INSERT INTO licet.log_pending (kind, hash, at, license_id)
         SELECT 'license', sha256(n::text::bytea), n, gen_random_uuid() FROM generate_series(1, 5000) AS g (n)`,
      )
      await world.service.appendLog()
      const { entries, size } = await readPublishedLog(world.service)
      expect(entries.slice(-5000).map(({ t }) => t)).toEqual(Array.from({ length: 5000 }, (_, n) => n + 1))
      expect(size).toBeGreaterThan(5000)
      const { bytes } = await readPublishedLog(world.service)
      const tree = naiveTree(bytes)
      const read = async (path: string) =>
        new Uint8Array(await (await world.service.fetch(new Request(`${world.service.trailUrl}/log/tile/${path}`))).arrayBuffer())
      for (const [path, tile] of [
        ['0/000', tree.tile(0, 0, 256)],
        ['0/000.p/7', tree.tile(0, 0, 7)],
        ['0/018', tree.tile(0, 18, 256)],
        ['1/000.p/19', tree.tile(1, 0, 19)],
        ['1/000.p/1', tree.tile(1, 0, 1)],
      ] as const)
        expect([path, Buffer.from(await read(path)).toString('hex')]).toEqual([path, Buffer.from(tile).toString('hex')])
    })
  },
  { everyDatabase: true },
)
