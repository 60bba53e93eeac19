import { generateKeyPairSync } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { CompactSign } from 'jose'
import { beforeAll, expect, test } from 'vitest'
import type { PublicJwk } from '../../src/service/crypto/service-crypto.ts'
import { verifyLog } from '../../src/service/log/verify-log.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { createDevice, signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend, registerWith } from '../fixtures/identity.ts'
import { hashOf, readPublishedLog } from '../fixtures/read-published-log.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

describeWorlds(
  'the verification of the public log',
  (world) => {
    let tenant: Tenant
    beforeAll(async () => {
      tenant = await createTenant(world.service)
    })
    type Signer = Awaited<ReturnType<typeof tenant.device>>
    const create = async (members: object = {}, device: Signer | Promise<Signer> = tenant.device()) => {
      const { device: signer, token } = await device
      const { status, body } = await call(world.service, '/license/create', { token, json: signedRequest(signer, members) })
      expect(status).toBe(201)
      return body
    }
    const revoke = async (id: string) => {
      const json = { requestedBy: 'person', channel: 'letter' }
      return call(world.service, `/license/${id}/revoke`, { token: await tenant.adminToken(), json })
    }
    const verify = (known: readonly string[] = []) => verifyLog({ storage: world.storage, crypto: createNodeCrypto() }, { known })
    const run = (statement: string, id: string) => world.storage.query(statement, [id])
    /** Deletes a license and its history with the role of the service. */
    const remove = async (id: string) => {
      for (const table of ['license_transitions', 'open_licenses', 'permitted_uses', 'revocations'])
        await run(`DELETE FROM licet.${table} WHERE license_id = $1`, id)
      await run('DELETE FROM licet.licenses WHERE id = $1', id)
    }

    test('finds nothing after licenses, ends and erasures, whether they are in the tree or still wait for it', async () => {
      const device = tenant.device('person-who-leaves')
      const first = await create({}, device)
      await create({ description: 'Another' }, device)
      await create({ uses: [] }, device)
      await revoke((await create()).id)
      const { device: erased } = await device
      const path = `/api/latest/provider/${tenant.provider.providerId}/user?address=${erased.address}`
      await call(world.service, path, { token: await tenant.adminToken(), method: 'DELETE' })
      const waiting = await verify()
      expect([waiting.gaps, waiting.treeFaults, waiting.lost]).toEqual([[], [], []])
      expect(waiting.pending).toBeGreaterThan(0)
      await world.service.appendLog()
      const done = await verify()
      expect([done.gaps, done.treeFaults, done.pending]).toEqual([[], [], 0])
      const { size } = await readPublishedLog(world.service)
      expect(done.epochs).toMatchObject([{ epoch: 1, entries: size, checkpoint: { size } }])
      expect((await world.storage.query('SELECT 1 FROM licet.licenses WHERE id = $1', [first.id])).length).toBe(1)
    })

    // Regression: the checkpoint was ignored, so a log with another name in the database was complete.
    test('reports a kept checkpoint that belongs to no epoch of the database', async () => {
      await create()
      await world.service.appendLog()
      const { note } = await readPublishedLog(world.service)
      expect((await verify([note])).treeFaults).toEqual([])
      const [name = ''] = note.split('\n')
      const { treeFaults } = await verify([note.replaceAll(name, 'another.example/log')])
      expect(treeFaults).toEqual([{ epoch: 1, message: expect.stringContaining('is of another.example/log, which is no epoch') }])
    })

    // Regression: rows were deleted with the service's own role, and `licet audit verify` printed that the log is complete.
    test('lists the entries of licenses, revocations and histories that were deleted with the role of the service', async () => {
      const [deleted, revoked, history, erased] = [await create(), await create(), await create(), await create()]
      await revoke(revoked.id)
      await revoke(history.id)
      await world.service.appendLog()
      const { entries, note } = await readPublishedLog(world.service)
      const indexOf = async (id: string, kind: string) => {
        const [row] = await world.storage.query<{ index: number }>(
          'SELECT index FROM licet.log_entries WHERE license_id = $1 AND kind = $2',
          [id, kind],
        )
        return row?.index
      }
      expect(entries[(await indexOf(deleted.id, 'license')) ?? -1]?.k).toBe('license')
      await remove(deleted.id)
      await run('DELETE FROM licet.revocations WHERE license_id = $1', revoked.id)
      await run('DELETE FROM licet.license_transitions WHERE license_id = $1 AND step = 2', history.id)
      // As if it had been erased, with an entry that says so.
      await remove(erased.id)
      await world.storage.query(
        `INSERT INTO licet.log_pending (kind, hash, at, license_id)
         SELECT 'erasure', hash, at, license_id FROM licet.log_entries WHERE license_id = $1`,
        [erased.id],
      )
      await world.service.appendLog()
      const { gaps, treeFaults } = await verify([note])
      const gap = { epoch: 1, kind: 'missing_row' }
      expect(gaps).toEqual(
        expect.arrayContaining([
          { ...gap, index: await indexOf(deleted.id, 'license'), what: 'license', licenseId: deleted.id },
          { ...gap, index: await indexOf(revoked.id, 'end'), what: 'end', licenseId: revoked.id },
          { ...gap, index: await indexOf(erased.id, 'erasure'), what: 'erasure', licenseId: erased.id },
          { kind: 'missing_history', epoch: null, index: null, what: 'revoked', licenseId: history.id },
          { kind: 'unproven_history', epoch: null, index: null, what: 'revoked', licenseId: revoked.id },
        ]),
      )
      // A license whose end is gone looks as if it were in force, and nothing permits it.
      const permits = gaps.filter(({ kind }) => kind === 'missing_permit')
      expect(permits.map(({ licenseId }) => licenseId)).toEqual([history.id, history.id])
      expect(gaps).toHaveLength(5 + permits.length)
      expect(treeFaults).toEqual([])
      expect((await call(world.service, '/log/checkpoint')).status).toBe(200)
    })

    // Regression: the role of the service put a withdrawn license in force again, on the same or another device, and invented an end.
    test('lists transitions that nothing proves, and licenses that a withdrawal of the person ended and that are in force', async () => {
      const backend = createBackend(tenant.provider.providerId)
      await addIdentityKey(world.service, tenant, backend)
      const vouched = async (ptr: string) => {
        const device = createDevice()
        await registerWith(world.service, tenant, device, ptr, backend.token(ptr))
        return { device, token: await tenant.addressToken(device) }
      }
      const before = await verify()
      const [here, there] = [await vouched('person-of-two'), await vouched('person-of-two')]
      const [own, other] = [await create({ ptr: 'person-of-two' }, here), await create({ ptr: 'person-of-two' }, there)]
      // Signed before its device was vouched for, and ended with the others.
      const late = createDevice()
      await registerWith(world.service, tenant, late, 'person-of-two', undefined)
      await create({ ptr: 'person-of-two' }, { device: late, token: await tenant.addressToken(late) })
      await registerWith(world.service, tenant, late, 'person-of-two', backend.token('person-of-two'))
      await create({ ptr: 'person-of-two', uses: [] }, here)
      const changed = await create({}, here)
      const [invented, expired] = [await create(), await create()]
      await world.service.appendLog()
      expect((await verify()).gaps).toEqual(before.gaps)
      await run('DELETE FROM licet.license_transitions WHERE license_id = $1 AND step = 2', other.id)
      await run("UPDATE licet.license_transitions SET status = 'active' WHERE license_id = $1 AND step = 2", own.id)
      for (const [id, status] of [
        [changed.id, 'superseded'],
        [invented.id, 'revoked'],
        [expired.id, 'expired'],
      ])
        await world.storage.query(
          `INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
           SELECT provider_id, registration, license_id, 2, $2, now() FROM licet.license_transitions WHERE license_id = $1`,
          [id, status],
        )
      const { gaps } = await verify()
      const gap = { epoch: null, index: null }
      expect(gaps).toEqual(
        expect.arrayContaining([
          { ...gap, kind: 'missing_history', what: 'revoked', licenseId: other.id },
          { ...gap, kind: 'missing_history', what: 'ended', licenseId: own.id },
          { ...gap, kind: 'unproven_history', what: 'active', licenseId: own.id },
          { ...gap, kind: 'unproven_history', what: 'superseded', licenseId: changed.id },
          { ...gap, kind: 'unproven_history', what: 'revoked', licenseId: invented.id },
          { ...gap, kind: 'unproven_history', what: 'expired', licenseId: expired.id },
        ]),
      )
      const permits = gaps.filter(
        (found) => found.kind.endsWith('_permit') && !before.gaps.some((known) => isDeepStrictEqual(known, found)),
      )
      expect(new Set(permits.map(({ licenseId }) => licenseId))).toEqual(new Set([other.id, changed.id, invented.id, expired.id]))
      expect(gaps).toHaveLength(before.gaps.length + 6 + permits.length)
    })

    // Regression: the log has the hashes of receipts only, so the role of the service could rewrite every other column.
    test('lists each column that differs from the receipt, the signed request or the license, and licenses that nobody signed', async () => {
      const before = await verify()
      const expected: { readonly kind: string; readonly what: string; readonly licenseId: string }[] = []
      const license = (set: string) => `UPDATE licet.licenses SET ${set} WHERE id = $1`
      const permits = ['open_licenses', 'permitted_uses'].flatMap((what) => [
        { kind: 'missing_permit', what },
        { kind: 'unproven_permit', what },
      ])
      const changed = (what: string) => ({ kind: 'changed_row', what })
      const other = '[{"usecases":["*"],"destinations":["*"]}]'
      for (const [statement, ...found] of [
        [license(`uses = '${other}'`), changed('uses'), ...permits.filter(({ what }) => what === 'permitted_uses')],
        [license("ptr = 'person-who-never-agreed'"), changed('ptr'), ...permits],
        [license("expiry = now() + interval '9 years'"), changed('expiry'), ...permits],
        [license('vouched = true'), changed('vouched'), ...permits],
        [license("created = '2025-01-01T00:00:00Z'"), changed('created'), { kind: 'changed_history', what: 'active' }],
        [license('supersedes = id'), changed('supersedes'), { kind: 'missing_history', what: 'ended' }],
        [license("signature = encode(sha256('other'), 'base64')"), changed('signature')],
        [
          license("request = overlay(request PLACING 'profile'::bytea FROM position('rewards'::bytea IN request))"),
          changed('request'),
          changed('signature'),
        ],
        [license("request_hash = translate(request_hash, 'ABC', 'BCA') || ''"), changed('request_hash'), changed('request')],
        [
          "UPDATE licet.license_transitions SET at = '2025-01-01T00:00:00Z' WHERE license_id = $1",
          { kind: 'changed_history', what: 'active' },
        ],
        [
          `UPDATE licet.permitted_uses SET uses = '${other}' WHERE license_id = $1`,
          ...permits.filter(({ what }) => what === 'permitted_uses'),
        ],
        ['DELETE FROM licet.open_licenses WHERE license_id = $1', { kind: 'missing_permit', what: 'open_licenses' }],
      ] as const) {
        const { id } = await create({ description: 'Receipts for rewards, ABC' })
        await world.storage.query(statement, [id])
        expected.push(...found.map((gap) => ({ ...gap, licenseId: id })))
      }
      const revoked = await create()
      await revoke(revoked.id)
      await run("UPDATE licet.revocations SET channel = 'phone' WHERE license_id = $1", revoked.id)
      expected.push({ ...changed('revocation: channel'), licenseId: revoked.id })
      const invented = 'ffffffff-ffff-4fff-bfff-ffffffffffff'
      const { id: model } = await create()
      await world.storage.query(
        `INSERT INTO licet.licenses (id, provider_id, registration, address, ptr, request_hash, terms_hash, suite, request, terms_at, uses,
           signature, created, receipt)
         SELECT $2::uuid, provider_id, gen_random_uuid(), address, ptr, request_hash, terms_hash, suite, request, terms_at, uses, signature,
           created, 'e30.e30.e30' FROM licet.licenses WHERE id = $1`,
        [model, invented],
      )
      await world.storage.query(
        `INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
         SELECT provider_id, registration, id, 1, 'active', created FROM licet.licenses WHERE id = $1`,
        [invented],
      )
      await world.storage.query("SELECT licet.log_receipt('license', $1, 'e30.e30.e30', now())", [invented])
      expected.push({ ...changed('receipt'), licenseId: invented })
      for (const what of ['open_licenses', 'permitted_uses']) expected.push({ kind: 'missing_permit', what, licenseId: invented })
      await world.service.appendLog()
      const { gaps } = await verify()
      const sorted = (list: readonly object[]) => list.map((gap) => JSON.stringify(gap, Object.keys(gap).sort())).sort()
      const known = new Set(sorted(before.gaps))
      const gap = { epoch: null, index: null }
      expect(sorted(gaps).filter((found) => !known.has(found))).toEqual(sorted(expected.map((found) => ({ ...gap, ...found }))))
    })

    // Regression: an invented row in `log_epochs` made deleted licenses look as if a restore had lost them, and the log complete.
    test('takes a deleted license for lost only if a trusted key signed the restore, and signs no epoch that no restore began', async () => {
      const { id } = await create({ ptr: 'person-who-vanishes' })
      await world.service.appendLog()
      await remove(id)
      const before = await verify()
      const { note } = await readPublishedLog(world.service)
      const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const claims = { iat: 1, epoch: 2, former: hashOf(note), restored: { 1: 0 } }
      const statement = await new CompactSign(Buffer.from(JSON.stringify(claims)))
        .setProtectedHeader({ alg: 'ES256', typ: 'licet-restore+jwt', kid: 'forged' })
        .sign(privateKey)
      for (const forged of [null, statement]) {
        await world.storage.query('INSERT INTO licet.log_epochs VALUES (2, NULL, now(), $1, $2)', [note, forged])
        await expect(world.service.appendLog()).rejects.toThrow('No signed statement of a restore explains epoch 2')
        const { gaps, lost, treeFaults } = await verify()
        await world.storage.query('DELETE FROM licet.log_epochs WHERE epoch = 2')
        expect([gaps, lost]).toEqual([before.gaps, []])
        expect(gaps).toContainEqual(expect.objectContaining({ kind: 'missing_row', licenseId: id }))
        expect(treeFaults).toContainEqual({ epoch: 2, message: expect.stringContaining('No trusted key signed a restore') })
      }
      // Regression: after a restore with a clock that was set back, the ended epoch had no key that verifies its last checkpoint.
      await world.storage.query("INSERT INTO licet.log_epochs VALUES (2, NULL, '2001-01-01T00:00:00Z', $1, NULL)", [note])
      const listed = await call(world.service, '/log/keys')
      await world.storage.query('DELETE FROM licet.log_epochs WHERE epoch = 2')
      expect(listed.body.former).toMatchObject([{ checkpoint: note, keys: [{ vkey: expect.stringContaining('+') }] }])
      // What such a row would explain if the key of the service had signed it.
      await world.storage.query('INSERT INTO licet.log_epochs VALUES (2, NULL, now(), $1, $2)', [note, statement])
      const { kty, crv, x, y } = publicKey.export({ format: 'jwk' }) as PublicJwk
      const trusted = [{ kid: 'forged', kty, crv, x, y }]
      const signed = await verifyLog({ storage: world.storage, crypto: createNodeCrypto() }, { trusted })
      await world.storage.query('DELETE FROM licet.log_epochs WHERE epoch = 2')
      expect(signed.lost).toContainEqual(expect.objectContaining({ licenseId: id }))
    })

    test('finds licenses without an entry, entries that were changed, and tiles and checkpoints that differ', async () => {
      const added = await create()
      await run('DELETE FROM licet.log_pending WHERE license_id = $1', added.id)
      const changed = await create()
      await world.service.appendLog()
      const { note, size, root } = await readPublishedLog(world.service)
      const before = await verify()
      const of = (id: string) => ({ licenseId: id })
      expect(before.gaps).toContainEqual({ kind: 'missing_entry', epoch: null, index: null, what: 'license', licenseId: added.id })
      expect(before.gaps).not.toContainEqual(expect.objectContaining(of(changed.id)))
      await run('UPDATE licet.log_entries SET at = at + 1 WHERE license_id = $1', changed.id)
      const { treeFaults } = await verify()
      expect(treeFaults.map(({ message }) => message)).toEqual(
        expect.arrayContaining([
          expect.stringContaining(`The first ${size} entries differ from a signed checkpoint`),
          expect.stringContaining('differs from the entries'),
        ]),
      )
      await run('UPDATE licet.log_entries SET at = at - 1 WHERE license_id = $1', changed.id)
      await run('UPDATE licet.log_checkpoints SET note = $1', note.replace(root, `${'A'.repeat(43)}=`))
      expect((await verify()).treeFaults.map(({ message }) => message)).toContain(
        `The checkpoint of ${size} entries has no valid signature.`,
      )
      await run('UPDATE licet.log_checkpoints SET note = $1', note)
      await world.storage.query(`DELETE FROM licet.log_checkpoints WHERE size < ${size}`)
      expect((await verify()).treeFaults).toEqual([])
      await run('DELETE FROM licet.log_entries WHERE license_id = $1', changed.id)
      await world.storage.query('DELETE FROM licet.log_checkpoints')
      const messages = (await verify([note])).treeFaults.map(({ message }) => message)
      expect(messages).toContain(`The entry ${size - 1} is missing, and a signed checkpoint has ${size} entries.`)
    })
  },
  { everyDatabase: true },
)
