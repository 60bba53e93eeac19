import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, test } from 'vitest'
import type { AuditLine, HeadLine } from '../../src/cli/commands/audit/audit-line.ts'
import { verifyAudit } from '../../src/cli/commands/audit/verify-audit.ts'
import { toTimestamp } from '../../src/core/timestamp.ts'
import { SERVICE, serializeAuditEvent } from '../../src/service/audit/audit-event.ts'
import { appendAuditEvent } from '../../src/service/storage/audit-chains.ts'
import { listSigningKeys } from '../../src/service/storage/signing-keys.ts'
import { readAuditEvents, readAuditLines, tamper, verifyStoredAudit } from '../fixtures/audit.ts'
import { type CallOptions, call, createTenant, TOKEN } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const DAY_MS = 86_400_000

describeWorlds('the proof of the audit log', (world) => {
  let lines: readonly AuditLine[]

  /** Writes the events of a day: one chain with a head. */
  async function writeDay(day: number, options = {}): Promise<void> {
    world.skewMs = day * DAY_MS
    const service = await world.another(options)
    await service.admin.createOrganization({ name: `Day ${day}` })
    await service.cleanUp()
    await service.close()
    world.skewMs = 0
  }

  const verifyLines = async (changed: readonly AuditLine[]) => {
    const { keys } = await listSigningKeys(world.storage)
    return verifyAudit(
      (async function* () {
        yield* changed
      })(),
      { keys: keys.map(({ kid, publicKey }) => ({ ...publicKey, kid })) },
    )
  }
  const headsOf = (from: readonly AuditLine[]) =>
    from.filter((line): line is HeadLine => line.type === 'head').sort((a, b) => a.number - b.number)
  const without = (chains: readonly string[]) => lines.filter(({ chain }) => !chains.includes(chain))
  const relabelled = (chain: string, events: HeadLine['events'], removed?: string) =>
    lines.flatMap((line): AuditLine[] => {
      if (line.chain !== chain) return [line]
      return line.type === 'head' ? [{ ...line, events, ...(removed !== undefined && { removed }) }] : []
    })

  beforeAll(async () => {
    for (const day of [1, 2, 3]) await writeDay(day)
    lines = await readAuditLines(world.storage)
  })

  test('is complete when the first head has the number 1', async () => {
    expect(await verifyLines(lines)).toMatchObject({ result: 'proven', first: 1, last: headsOf(lines).length, faults: [] })
  })

  // Regression: the newest chain could be deleted with its head, and nothing printed what to compare.
  test('has the number and the time of its last head, which an operator compares with a head kept elsewhere', async () => {
    const newest = headsOf(lines).at(-1)
    const before = await verifyLines(lines)
    const after = await verifyLines(without([newest?.chain ?? '']))
    expect(before.last).toBe((after.last ?? 0) + 1)
    expect(Date.parse(before.lastSigned ?? '')).toBeGreaterThan(Date.parse(after.lastSigned ?? ''))
  })

  // Regression: the oldest chains could be cut off with their heads, and the rest was "proven".
  test('is missing when the oldest chains and their heads were cut off', async () => {
    const [oldest, second] = headsOf(lines)
    const cut = without([oldest?.chain ?? '', second?.chain ?? ''])
    expect(await verifyLines(cut)).toMatchObject({ result: 'consistent', first: 3, faults: [] })
  })

  // Regression: a member that nobody signs stated that the events were left out, and the log was "proven" without them.
  test('is missing when the events of a chain are left out', async () => {
    for (const { chain } of headsOf(lines))
      expect(await verifyLines(relabelled(chain, 'omitted'))).toMatchObject({ result: 'consistent', omitted: 1, faults: [] })
  })

  // Regression: the time of a removal, which nobody signs, counted as its proof when it was before the oldest event.
  test('is refuted when a removal that no event confirms is claimed, whatever its time', async () => {
    const [oldest] = headsOf(lines)
    const claimed = relabelled(oldest?.chain ?? '', 'removed', new Date(Date.now() + 1.5 * DAY_MS).toISOString())
    expect(await verifyLines(claimed)).toMatchObject({
      result: 'refuted',
      faults: [{ kind: 'missing', chain: oldest?.chain, sequence: 1 }],
    })
  })

  test('is missing when only an event without a signed head confirms a removal', async () => {
    const [oldest] = headsOf(lines)
    const { chain = '' } = oldest ?? {}
    const length = lines.filter((line) => line.type === 'event' && line.chain === chain).length
    const details = { events: length, retentionDays: 0 }
    const time = new Date(Date.now() + 9 * DAY_MS).toISOString()
    const text = JSON.stringify({ action: 'audit_chain.removed', details, target: chain, time })
    const invented = { type: 'event', chain: '00000000-0000-7000-8000-000000000000', sequence: 1, text } as const
    const { createHash } = await import('node:crypto')
    const start = createHash('sha256').update(`licet-audit-1 ${invented.chain}`).digest()
    const hash = createHash('sha256').update(start).update(text).digest('hex')
    const claimed = [...relabelled(chain, 'removed', new Date().toISOString()), { ...invented, hash }]
    expect(await verifyLines(claimed)).toMatchObject({ result: 'consistent', unconfirmed: 1, faults: [] })
  })

  test('is kept by the retention, even when it has removed the events of its own removals', async () => {
    const options = { auditRetentionDays: 30 }
    for (const day of [40, 80, 120, 160]) {
      await writeDay(day, options)
      expect(await verifyStoredAudit(world.storage)).toMatchObject({ result: 'proven', first: 1, unconfirmed: 0, faults: [] })
    }
    const removals = (await readAuditEvents(world.storage)).filter(({ action }) => action === 'audit_chain.removed')
    const gone = headsOf(await readAuditLines(world.storage)).filter(({ events }) => events === 'removed')
    expect(gone.length).toBeGreaterThan(removals.length)
  })
})

describeWorlds('a chain whose day was changed in the database', (world) => {
  // Regression: an owner of the database dated a chain back. The service itself removed its events and signed the removal: "proven".
  test('keeps its events, and a signed removal of a chain that was not old is refuted', async () => {
    const service = await world.another({ auditRetentionDays: 30 })
    await service.admin.createOrganization({ name: 'Kept' })
    await service.close()
    const [head] = (await readAuditLines(world.storage)).filter((line): line is HeadLine => line.type === 'head').slice(-1)
    const { chain = '' } = head ?? {}
    await tamper(world.storage, `UPDATE licet.audit_chains SET day = '2000-01-01' WHERE id = '${chain}'`)
    const other = await world.another({ auditRetentionDays: 30 })
    await other.cleanUp()
    await other.close()
    expect(await readAuditLines(world.storage)).toContainEqual(expect.objectContaining({ type: 'event', chain }))
    expect(await verifyStoredAudit(world.storage)).toMatchObject({ removed: 0, faults: [] })

    // A service that ran with a clock ahead can have signed such a removal.
    const length = (await readAuditEvents(world.storage)).filter((event) => event.chain === chain).length
    const now = Date.now()
    const details = { day: '2000-01-01', events: length, retentionDays: 30, through: 0 }
    const removal = { action: 'audit_chain.removed', actor: SERVICE, target: chain, details } as const
    const confirming = { id: randomUUID(), day: toTimestamp(now).slice(0, 10) }
    await appendAuditEvent(world.storage, confirming, serializeAuditEvent(removal, now), { now, renewed: '-infinity' })
    await world.service.cleanUp()
    await tamper(
      world.storage,
      `UPDATE licet.audit_chains SET removed = now(), emptied = true WHERE id = '${chain}'; DELETE FROM licet.audit_events WHERE chain = '${chain}'`,
    )
    expect(await verifyStoredAudit(world.storage)).toMatchObject({ result: 'refuted', faults: [{ kind: 'missing', chain }] })
  })
})

describeWorlds('the refused requests in the audit log', (world) => {
  // Regression: an API key that tried the records of other organizations left no event.
  test('name the API key that asks for records of another organization, with examples of their ids', async () => {
    const service = await world.another()
    const [tenant, other] = [await createTenant(service), await createTenant(service)]
    const token = await tenant.adminToken()
    const { providerId } = other.provider
    const { device, token: deviceToken } = await other.device()
    const { body: license } = await call(service, '/license/create', { token: deviceToken, json: signedRequest(device) })
    const provider = `/api/latest/provider/${providerId}`
    const requests: readonly (readonly [string, CallOptions])[] = [
      [provider, {}],
      [provider, { method: 'DELETE' }],
      [`${provider}/identity-key`, {}],
      [`${provider}/webhook`, {}],
      [`${provider}/user?id=ada`, { method: 'DELETE' }],
      [`/license/${license.id}`, {}],
      [`/license/${license.id}/revoke`, { json: { requestedBy: 'company', channel: 'call' } }],
    ]
    for (const [path, options] of requests)
      expect([path, (await call(service, path, { token, ...options })).status]).toEqual([path, 404])
    await service.cleanUp()
    const events = (await readAuditEvents(world.storage)).filter(({ action }) => action === 'access.refused')
    expect(events).toMatchObject([
      { actor: { type: 'user', id: tenant.userId }, orgId: tenant.orgId, details: { count: requests.length } },
    ])
    expect(events[0]?.details.examples).toEqual(expect.arrayContaining([providerId, license.id]))
    await service.close()
  })
})

describeWorlds('the wrong secrets in the audit log', (world) => {
  describe('of a client that exists', () => {
    // Regression: after twenty invented ids, the event named no other client, so nobody saw which one was attacked.
    test('name this client, even after wrong secrets of invented clients', async () => {
      const service = await world.another()
      const tenant = await createTenant(service)
      const known = new Set((await readAuditEvents(world.storage)).map(({ chain, sequence }) => `${chain} ${sequence}`))
      const wrong = (client_id: string) =>
        call(service, TOKEN, { form: { grant_type: 'client_credentials', client_id, client_secret: 'd3Jvbmc=' } })
      const { providerId } = tenant.provider
      const device = 'A'.repeat(43)
      for (let n = 0; n < 30; n++) {
        const id = `01a20737-6cce-7f0f-98ca-${String(n).padStart(12, '0')}`
        for (const client of [`user:${id}`, `provider:${id}`, `address:${id}:${device}`]) await wrong(client)
      }
      for (const client of [`user:${tenant.userId}`, `provider:${providerId}`, `address:${providerId}:${device}`])
        await wrong(client)
      await service.cleanUp()
      const events = (await readAuditEvents(world.storage)).filter(
        ({ action, chain, sequence }) => action === 'client.wrong_secret' && !known.has(`${chain} ${sequence}`),
      )
      expect(events.find(({ actor }) => actor.id === tenant.userId)).toMatchObject({ details: { count: 1 } })
      for (const type of ['provider', 'device'])
        expect(events.find((event) => event.providerId === providerId && event.actor.type === type)).toMatchObject({
          details: { count: 1 },
        })
      await service.close()
    })
  })
})
