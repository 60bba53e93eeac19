import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createOperator } from '../../src/service/accounts/operator.ts'
import { createKeyProtection } from '../../src/service/crypto/key-protection.ts'
import type { Service } from '../../src/service/index.ts'
import { createNodeCrypto } from '../../src/service/node.ts'
import { type ReadEvent, readAuditEvents, readAuditHeads, verifyStoredAudit } from '../fixtures/audit.ts'
import { call, createTenant, grant, type Tenant, TOKEN } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { addIdentityKey, createBackend } from '../fixtures/identity.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

describeWorlds('the audit log', (world) => {
  let service: Service
  let tenant: Tenant
  /** Events of earlier tests. */
  let known = new Set<string>()
  const idOf = ({ chain, sequence }: ReadEvent) => `${chain} ${sequence}`
  const newEvents = async () => (await readAuditEvents(world.storage)).filter((event) => !known.has(idOf(event)))
  const eventsOf = async (action: string) => (await newEvents()).filter((event) => event.action === action)

  beforeEach(async () => {
    service = await world.another()
    tenant = await createTenant(service)
    await tenant.adminToken()
    await service.cleanUp()
    known = new Set((await readAuditEvents(world.storage)).map(idOf))
  })
  afterEach(async () => {
    await service.close()
    world.skewMs = 0
    expect(await verifyStoredAudit(world.storage)).toMatchObject({ result: 'proven', faults: [] })
  })

  test('has who created an organization, a user, a key and a provider, with ids only', async () => {
    const created = await createTenant(service)
    const { providerId } = created.provider
    const operator = { type: 'operator' }
    expect(await newEvents()).toMatchObject([
      { action: 'organization.created', actor: operator, target: created.orgId },
      { action: 'user.created', actor: operator, target: created.userId, orgId: created.orgId },
      { action: 'api_key.created', actor: operator, details: { userId: created.userId, scope: 'account:admin' } },
      { action: 'provider.created', actor: operator, target: providerId, details: { createStatus: 201, requireIdentity: false } },
    ])
    const text = JSON.stringify(await readAuditEvents(world.storage))
    for (const secret of [created.email, created.apiKey, created.provider.pubKey, 'Fresh Basket', 'Basket app']) {
      expect(text).not.toContain(secret)
    }
  })

  test('has the user and the API key of each act over HTTP', async () => {
    const token = await tenant.adminToken()
    const provider = (await call(service, '/api/latest/provider', { token, json: { name: 'Second app' } })).body
    const second = { ...tenant, provider }
    const key = (await call(service, '/api/latest/profile/keys', { token, json: { name: 'extra', scope: 'trail' } })).body
    const backend = createBackend(provider.providerId)
    expect((await addIdentityKey(service, second, backend)).status).toBe(201)
    const path = `/api/latest/provider/${provider.providerId}`
    expect((await call(service, `${path}/identity-key/${backend.kid}`, { token, method: 'DELETE' })).status).toBe(204)
    expect((await call(service, path, { token, method: 'DELETE' })).status).toBe(204)
    expect((await call(service, '/api/latest/auth/revoke', { token, form: { token: key.key } })).status).toBe(200)
    const events = await newEvents()
    expect(events.map(({ action, target }) => [action, target])).toEqual([
      ['provider.created', provider.providerId],
      ['api_key.created', key.id],
      ['identity_key.added', backend.kid],
      ['identity_key.removed', backend.kid],
      ['provider.deleted', provider.providerId],
      ['api_key.revoked', key.id],
    ])
    const [{ apiKeyId } = { apiKeyId: '' }] = events.map(({ actor }) => actor)
    expect(apiKeyId).toMatch(/^[0-9a-f-]{36}$/)
    for (const { actor } of events) expect(actor).toEqual({ type: 'user', id: tenant.userId, apiKeyId })
  })

  test('has settings of a provider, webhooks and keys of the service that an operator changes', async () => {
    const { providerId } = tenant.provider
    await service.admin.updateProvider(providerId, { requireIdentity: true })
    const endpoint = await service.webhooks.createEndpoint({ providerId, url: 'https://hooks.example.com/secret-path' })
    await service.webhooks.rotateSecret(endpoint.id)
    await service.webhooks.replay(endpoint.id)
    await service.webhooks.deleteEndpoint(endpoint.id)
    const { kid } = await service.rotateSigningKey({ delayMs: 0 })
    const { kid: next } = await service.rotateSigningKey({ delayMs: 0 })
    await world.storage.query("UPDATE licet.signing_keys SET retired = retired - interval '1 minute'")
    await service.removeSigningKey(kid)
    const events = await newEvents()
    expect(events.map(({ action, target }) => [action, target])).toEqual([
      ['provider.updated', providerId],
      ['webhook.created', endpoint.id],
      ['webhook.secret_rotated', endpoint.id],
      ['webhook.replayed', endpoint.id],
      ['webhook.deleted', endpoint.id],
      ['signing_key.rotated', kid],
      ['signing_key.rotated', next],
      ['signing_key.removed', kid],
    ])
    expect(JSON.stringify(events)).not.toContain('secret-path')
  })

  test('has the revocation of a license without its device, and no license request of a device', async () => {
    const { device, token } = await tenant.device('ada@example.com')
    const license = (await call(service, '/license/create', { token, json: signedRequest(device, { ptr: 'ada@example.com' }) }))
      .body
    await call(service, '/license/verify', { token, json: {} })
    const json = { requestedBy: 'person', channel: 'letter', note: 'Her letter of 1 May' }
    const admin = await tenant.adminToken()
    expect((await call(service, `/license/${license.id}/revoke`, { token: admin, json })).status).toBe(200)
    const events = await newEvents()
    expect(events).toMatchObject([
      {
        action: 'license.revoked',
        actor: { type: 'user', id: tenant.userId },
        target: license.id,
        details: { requestedBy: 'person', channel: 'letter' },
      },
    ])
    expect(JSON.stringify(events)).not.toMatch(/ada@example|letter of/)
  })

  test('has the start, each device and the end of an erasure, without the person and the address', async () => {
    const { device } = await tenant.device('grace@example.com')
    const path = `/api/latest/provider/${tenant.provider.providerId}/user?id=grace%40example.com`
    expect((await call(service, path, { token: await tenant.adminToken(), method: 'DELETE' })).status).toBe(204)
    const events = await newEvents()
    expect(events.map(({ action }) => action)).toEqual(['erasure.started', 'device.erased', 'erasure.ended'])
    const [started, erased, ended] = events
    expect(started).toMatchObject({ actor: { type: 'user', id: tenant.userId }, details: { by: 'id' } })
    expect(erased?.target).toMatch(/^[0-9a-f-]{36}$/)
    expect(ended).toMatchObject({ target: started?.target, details: { devices: 1 } })
    expect(JSON.stringify(events)).not.toMatch(new RegExp(`grace|${device.address}`))
  })

  test('has one event for the wrong secrets of a client in a minute, and one for all invented clients beyond the first twenty', async () => {
    const wrong = (client_id: string) =>
      call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id, client_secret: 'd3Jvbmc=' } })
    for (let n = 0; n < 3; n++) expect((await wrong(`user:${tenant.userId}`)).status).toBe(401)
    for (let n = 0; n < 30; n++) await wrong(`provider:01a20737-6cce-7f0f-98ca-${String(n).padStart(12, '0')}`)
    expect(await eventsOf('client.wrong_secret')).toEqual([])
    await service.cleanUp()
    const events = await eventsOf('client.wrong_secret')
    expect(events[0]).toMatchObject({ actor: { type: 'user', id: tenant.userId }, details: { count: 3 } })
    expect(events).toHaveLength(22)
    expect(events.at(-1)).toMatchObject({ actor: { type: 'provider' }, details: { count: 10, others: true } })
    expect(events.at(-1)).not.toHaveProperty('providerId')
    await service.cleanUp()
    expect(await eventsOf('client.wrong_secret')).toHaveLength(22)
    await wrong(`user:${tenant.userId}`)
    await service.cleanUp()
    expect((await eventsOf('client.wrong_secret')).at(-1)).toMatchObject({ details: { count: 1 } })
  })

  test('has refresh tokens that came back within the grace period and after it, and chains that were revoked', async () => {
    const { providerId, pubKey } = tenant.provider
    const credential = { client_id: `provider:${providerId}`, client_secret: pubKey }
    const refresh = (refresh_token: string) => call(service, TOKEN, { form: { grant_type: 'refresh_token', refresh_token } })
    const { refresh_token = '' } = await grant(service, credential)
    expect((await refresh(refresh_token)).status).toBe(200)
    expect((await refresh(refresh_token)).status).toBe(200)
    world.skewMs = 2 * MINUTE_MS
    expect((await refresh(refresh_token)).status).toBe(400)
    const other = await grant(service, credential)
    expect((await call(service, '/oauth2/revoke', { form: { token: other.refresh_token ?? '' } })).status).toBe(200)
    await service.cleanUp()
    const chainOf = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()).chain
    const counted = (count: number, token: string) => ({
      providerId,
      actor: { type: 'provider' },
      details: { count, examples: [chainOf(token)] },
    })
    expect(await eventsOf('refresh_token.reused_in_grace')).toMatchObject([counted(1, refresh_token)])
    expect(await eventsOf('refresh_token.reused')).toMatchObject([counted(1, refresh_token)])
    expect(await eventsOf('refresh_token.revoked')).toMatchObject([counted(1, other.refresh_token ?? '')])
  })

  test('has how many licenses an API key read, with which filter, and some of their ids', async () => {
    const { device, token } = await tenant.device('reader')
    for (let n = 0; n < 3; n++)
      await call(service, '/license/create', { token, json: signedRequest(device, { description: `${n}` }) })
    const admin = await tenant.adminToken()
    const page = (await call(service, '/license', { token: admin })).body
    expect(page.licenses).toHaveLength(3)
    expect((await call(service, `/license/${page.licenses[0].id}`, { token: admin })).status).toBe(200)
    await call(service, '/license', { token })
    const [ofReader, ofNobody] = ['ptr=user-1&status=active', 'ptr=nobody-here&status=active']
    for (const filter of [ofReader, ofReader, ofNobody, 'created_after=2026-01-01T00:00:00Z&status=revoked'])
      expect((await call(service, `/license?${filter}`, { token: admin })).status).toBe(200)
    await service.cleanUp()
    const [newest] = page.licenses
    const ids = page.licenses.map(({ id }: { id: string }) => id)
    const read = { actor: { type: 'user', id: tenant.userId, apiKeyId: expect.any(String) }, orgId: tenant.orgId }
    const until = expect.any(String)
    // Regression: a read had no filter, and one that found nothing had no event.
    const events = await eventsOf('license.read')
    expect(events.map(({ actor, orgId, details }) => ({ actor, orgId, details }))).toEqual([
      { ...read, details: { count: 3, until, filter: {}, examples: ids } },
      { ...read, details: { count: 1, until, filter: { id: '(set)' }, examples: [newest.id] } },
      { ...read, details: { count: 2, until, filter: { ptr: '(set)', status: 'active' }, examples: [newest.id, newest.id] } },
      { ...read, details: { count: 0, until, filter: { createdAfter: '(set)', status: 'revoked' } } },
    ])
    expect(JSON.stringify(events)).not.toContain('user-1')
  })

  // Regression: a list of the devices of a person left no event, over HTTP and on the database.
  test('has who listed the devices of a person', async () => {
    const { device } = await tenant.device('user-7')
    const token = await tenant.adminToken()
    const { providerId } = tenant.provider
    expect((await call(service, `/api/latest/provider/${providerId}/user?id=user-7`, { token })).body).toHaveLength(1)
    const platform = { storage: world.storage, crypto: createNodeCrypto(), protection: createKeyProtection({}), now: Date.now }
    for await (const found of createOperator(platform).devices(providerId, { address: device.address }))
      expect(found.id).toBe('user-7')
    await service.cleanUp()
    const events = await eventsOf('device.read')
    expect(events.map(({ actor, details }) => [actor.type, details.filter, details.count]).sort()).toEqual([
      ['operator', { address: '(set)' }, 1],
      ['user', { ptr: '(set)' }, 1],
    ])
    expect(JSON.stringify(events)).not.toContain('user-7')
  })

  // Regression: after 200 reads with invented ids in the filter, the log had neither who read the licenses nor which.
  test('has who read licenses, after any number of reads with invented filters', async () => {
    const { device, token: deviceToken } = await tenant.device()
    const { body } = await call(service, '/license/create', { token: deviceToken, json: signedRequest(device) })
    const token = await tenant.adminToken()
    for (let n = 0; n < 210; n++) await call(service, `/license?provider_id=${randomUUID()}`, { token })
    for (let n = 0; n < 3; n++) expect((await call(service, '/license', { token })).body.licenses).toHaveLength(1)
    await service.cleanUp()
    const events = await eventsOf('license.read')
    expect(events.length).toBeLessThan(20)
    for (const { actor } of events) expect(actor).toMatchObject({ type: 'user', id: tenant.userId, apiKeyId: expect.any(String) })
    expect(events.at(-1)?.details).toEqual({ count: 3, until: expect.any(String), others: true, examples: Array(3).fill(body.id) })
  })

  // Regression: an export that was killed before its end left no event, although licenses had been written.
  test('has a read of an operator before its first license is returned', async () => {
    const platform = { storage: world.storage, crypto: createNodeCrypto(), protection: createKeyProtection({}), now: Date.now }
    const { device, token } = await tenant.device()
    const created = await call(service, '/license/create', { token, json: signedRequest(device) })
    expect(created.status).toBe(201)
    const licenses = createOperator(platform).licenses({ providerId: tenant.provider.providerId })
    expect((await licenses.next()).value).toHaveProperty('id')
    const reads = (await eventsOf('license.read')).filter(({ actor }) => actor.type === 'operator')
    // Regression: the event of an export had no ids, so nobody could tell for certain whose licenses it contained.
    const details = { filter: { providerId: tenant.provider.providerId }, count: 1, examples: [created.body.id] }
    expect(reads).toMatchObject([{ details }])
    await licenses.return(undefined)
    expect((await eventsOf('license.read')).filter(({ actor }) => actor.type === 'operator')).toHaveLength(1)
  })

  test('has no event of an act that failed, and no act without its event', async () => {
    await expect(service.admin.createUser({ orgId: tenant.orgId, email: tenant.email })).rejects.toThrow(/exists already/)
    expect(await newEvents()).toEqual([])
    const count = async () => (await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.organizations'))[0]?.n
    const before = await count()
    await world.storage.query('ALTER TABLE licet.audit_events ADD CONSTRAINT refuses_all CHECK (false) NOT VALID')
    try {
      await expect(service.admin.createOrganization({ name: 'Unrecorded' })).rejects.toThrow()
    } finally {
      await world.storage.query('ALTER TABLE licet.audit_events DROP CONSTRAINT refuses_all')
    }
    expect(await count()).toBe(before)
  })

  describe('a chain', () => {
    test('is closed with a signed head when its process ends', async () => {
      const before = (await readAuditHeads(world.storage)).length
      await service.close()
      const heads = await readAuditHeads(world.storage)
      expect(heads).toHaveLength(before + 1)
      const { claims, number } = heads.at(-1) ?? {}
      expect(claims).toMatchObject({ number, length: expect.any(Number), closedBy: 'its process' })
    })

    test('is closed on the next day, and the process continues with another one', async () => {
      const [former] = await chainsOfService()
      world.skewMs = DAY_MS
      await service.admin.createOrganization({ name: 'Tomorrow' })
      await service.cleanUp()
      const head = (await readAuditHeads(world.storage)).find(({ chain }) => chain === former)
      expect(head?.claims).toMatchObject({ closedBy: 'its process' })
      expect((await newEvents()).at(-1)?.chain).not.toBe(former)
    })

    test('of a process that is gone is closed by another process, and the head states it', async () => {
      const killed = await world.another()
      const { orgId } = await killed.admin.createOrganization({ name: 'Killed' })
      const chain = (await newEvents()).find(({ target }) => target === orgId)?.chain
      const headOf = async () => (await readAuditHeads(world.storage)).find((head) => head.chain === chain)
      world.skewMs = 4 * MINUTE_MS
      await service.cleanUp()
      expect(await headOf()).toBeUndefined()
      world.skewMs = 6 * MINUTE_MS
      await service.cleanUp()
      expect((await headOf())?.claims).toMatchObject({ closedBy: 'another process', length: 1 })
      // It stood still, and continues with a separate chain.
      const later = await killed.admin.createOrganization({ name: 'Alive again' })
      const event = (await newEvents()).find(({ target }) => target === later.orgId)
      expect([event?.chain === chain, event?.sequence]).toEqual([false, 1])
      await killed.close()
    })

    test('has every event of many at the same time, once', async () => {
      const services = await Promise.all([world.another(), world.another()])
      const names = Array.from({ length: 40 }, (_, n) => `Org ${n}`)
      const created = await Promise.all(names.map((name, n) => services[n % 2]?.admin.createOrganization({ name })))
      await Promise.all(services.map((one) => one.close()))
      const recorded = (await eventsOf('organization.created')).map(({ target }) => target)
      expect(recorded.sort()).toEqual(created.map((org) => org?.orgId).sort())
    })

    test('that was rolled back leaves nothing, and the next event opens it', async () => {
      const fresh = await world.another()
      await expect(fresh.admin.createApiKey({ userId: '01a20737-6cce-7f0f-98ca-ef01ca0b23ed' })).rejects.toThrow()
      expect(await newEvents()).toEqual([])
      const { orgId } = await fresh.admin.createOrganization({ name: 'After it' })
      expect((await newEvents()).map(({ target, sequence }) => [target, sequence])).toEqual([[orgId, 1]])
      await fresh.close()
    })

    async function chainsOfService(): Promise<string[]> {
      const { orgId } = await service.admin.createOrganization({ name: 'Marker' })
      return (await newEvents()).flatMap(({ target, chain }) => (target === orgId ? [chain] : []))
    }
  })

  test('removes whole chains after their retention, keeps the heads, and records it', async () => {
    const old = await world.another({ auditRetentionDays: 30 })
    await old.admin.createOrganization({ name: 'Old' })
    await old.close()
    const [chain] = (await eventsOf('organization.created')).map((event) => event.chain)
    const countEvents = async () =>
      (await world.storage.query<{ n: number }>('SELECT count(*) AS n FROM licet.audit_events WHERE chain = $1', [chain ?? '']))[0]
        ?.n
    world.skewMs = 29 * DAY_MS
    const later = await world.another({ auditRetentionDays: 30 })
    await later.cleanUp()
    expect(await countEvents()).toBe(1)
    world.skewMs = 32 * DAY_MS
    await later.cleanUp()
    expect(await countEvents()).toBe(0)
    const head = (await readAuditHeads(world.storage)).find((one) => one.chain === chain)
    expect(head).toMatchObject({ events: 'removed', claims: { length: 1 } })
    const [removed] = (await eventsOf('audit_chain.removed')).filter(({ target }) => target === chain)
    expect(removed).toMatchObject({ actor: { type: 'service' }, details: { events: 1, retentionDays: 30 } })
    await later.close()
    expect(await verifyStoredAudit(world.storage)).toMatchObject({ result: 'proven' })
  })

  test('refuses to change and delete rows', async () => {
    await service.close()
    const statements = [
      `UPDATE licet.audit_events SET event = '{}'`,
      'UPDATE licet.audit_events SET sequence = sequence + 1',
      'DELETE FROM licet.audit_events',
      'TRUNCATE licet.audit_events',
      'DELETE FROM licet.audit_chains',
      'TRUNCATE licet.audit_chains CASCADE',
      'UPDATE licet.audit_chains SET head = NULL, number = NULL',
      'UPDATE licet.audit_chains SET length = length - 1',
      `UPDATE licet.audit_chains SET day = '2020-01-01'`,
    ]
    for (const statement of statements) {
      await expect(world.storage.query(statement), statement).rejects.toThrow(/23001/)
    }
  })
})
