import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { MAX_WEBHOOKS } from '../../src/core/limits.ts'
import type { Service } from '../../src/service/index.ts'
import { createNodePost } from '../../src/service/node/post-from-node.ts'
import { type CallOptions, call, createTenant, type Tenant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { withOpenApiChecks } from '../fixtures/openapi.ts'
import { signaturesOf, startReceiver, verifyWebhook, type WebhookReceiver } from '../fixtures/webhook-receiver.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const UNKNOWN = '01a2037b-f335-7886-80f2-1b46ede29c3f'

describeWorlds(
  'webhooks by API keys',
  (world) => {
    let service: Service
    let tenant: Tenant
    let receiver: WebhookReceiver
    let token: string
    beforeAll(async () => {
      // The names of example.com are not resolved here, and one of them resolves to a private address.
      const resolveName = (name: string, _: object, done: (error: null, addresses: object[]) => void) =>
        done(null, [{ address: name.startsWith('private') ? '10.1.2.3' : '192.0.2.1', family: 4 }])
      service = withOpenApiChecks(await world.another({ postWebhook: createNodePost({ resolveName, timeoutMs: 60_000 }) }))
      tenant = await createTenant(service)
      token = await tenant.adminToken()
      receiver = await startReceiver()
    })
    afterAll(async () => {
      await receiver.close()
      await service.close()
    })

    const send = (path: string, options: CallOptions = {}) => call(service, `/api/latest${path}`, { token, ...options })
    const hold = () => {
      let release = () => undefined as unknown
      const held = new Promise<void>((done) => {
        release = done
      })
      return { held, release: () => release() }
    }
    /** A provider without webhooks. */
    let providerId: string
    beforeEach(async () => {
      providerId = (await service.admin.createProvider({ orgId: tenant.orgId, name: 'New' })).providerId
    })
    const ofProvider = () => `/provider/${providerId}/webhook`
    const add = (json: object) => send(ofProvider(), { json })

    describe('add and list', () => {
      test('a webhook is added with a secret that only this response has, and is listed', async () => {
        const { status, body } = await add({ url: 'https://example.com/hooks?token=1', remindEvery: { days: 90 } })
        expect([status, body]).toEqual([
          201,
          {
            id: expect.stringMatching(/^[0-9a-f-]{36}$/),
            providerId,
            url: 'https://example.com/hooks?token=1',
            allowPrivate: false,
            remindEvery: { days: 90 },
            created: expect.any(String),
            secret: expect.stringMatching(/^whsec_/),
          },
        ])
        const { secret, ...listed } = body
        expect((await send(ofProvider())).body).toEqual([{ ...listed, waiting: 0, failed: 0, lastFailed: [] }])
        await send(`/webhook/${body.id}`, { method: 'DELETE' })
      })

      test('a private address, plain HTTP, allowPrivate and a wrong period are refused', async () => {
        const refused: readonly [object, string][] = [
          [{ url: 'https://127.0.0.1/hooks' }, 'url'],
          [{ url: 'https://[::1]/hooks' }, 'url'],
          [{ url: 'https://db.internal/hooks' }, 'url'],
          [{ url: 'https://api.default.svc/hooks' }, 'url'],
          [{ url: 'https://db.corp/hooks' }, 'url'],
          [{ url: 'https://db.private/hooks' }, 'url'],
          [{ url: 'https://hidden.onion/hooks' }, 'url'],
          [{ url: 'https://localhost../hooks' }, 'url'],
          [{ url: 'http://example.com/hooks' }, 'url'],
          [{ url: 'https://user:secret@example.com/' }, 'url'],
          [{ url: receiver.url, allowPrivate: true }, 'allowPrivate'],
          [{ url: 'https://example.com/', remindEvery: { days: 0 } }, 'remindEvery'],
          [{ url: 'https://example.com/', remindEvery: { years: 5000 } }, 'remindEvery'],
        ]
        for (const [json, field] of refused) {
          const { status, body } = await add(json)
          expect([status, body.code, String(body.field).split('.')[0]], JSON.stringify(json)).toEqual([
            400,
            'invalid_request',
            field,
          ])
        }
        expect((await send(ofProvider())).body).toEqual([])
      })

      test('the length of a URL is the length of its stored form', async () => {
        const { status, body } = await add({ url: `https://example.com/${'日'.repeat(300)}` })
        expect([status, body.field, body.detail]).toEqual([400, 'url', expect.stringContaining('has 2720 characters')])
      })

      test(`a provider has at most ${MAX_WEBHOOKS} webhooks, even when many are added at the same time`, async () => {
        const adding = Array.from({ length: MAX_WEBHOOKS + 4 }, (_, at) => add({ url: `https://example.com/${at}` }))
        const statuses = (await Promise.all(adding)).map(({ status }) => status)
        expect(statuses.filter((status) => status === 201)).toHaveLength(MAX_WEBHOOKS)
        expect((await send(ofProvider())).body).toHaveLength(MAX_WEBHOOKS)
        expect(await send(ofProvider(), { json: { url: 'https://example.com/more' } })).toMatchObject({
          status: 400,
          body: { code: 'invalid_request', detail: expect.stringContaining(`${MAX_WEBHOOKS} webhooks`) },
        })
      })
    })

    describe('change', () => {
      test('a secret is replaced, and both sign for the given hours', async () => {
        // Only the operator can add a private address, such as the address of this receiver.
        const { id, secret } = await service.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
        const rotated = await send(`/webhook/${id}/secret`, { json: { overlapHours: 1 } })
        expect([rotated.status, rotated.body.id]).toEqual([200, id])
        expect((await send(`/webhook/${id}/test`, { method: 'POST' })).body).toEqual({ status: 204 })
        const [sent] = receiver.received
        expect(sent && verifyWebhook(sent, rotated.body.secret)).toMatchObject({ type: 'webhook.test' })
        expect(sent && signaturesOf(sent, secret)).toBe(1)
        const leaked = await send(`/webhook/${id}/secret`, { json: { overlapHours: 0 } })
        await send(`/webhook/${id}/test`, { method: 'POST' })
        expect(receiver.received.at(-1) && signaturesOf(receiver.received.at(-1) as never, rotated.body.secret)).toBe(0)
        expect(leaked.body.secret).not.toBe(rotated.body.secret)
        expect((await send(`/webhook/${id}/secret`, { json: { overlapHours: -1 } })).body.field).toBe('overlapHours')
        await send(`/webhook/${id}`, { method: 'DELETE' })
      })

      test('events that wait are due again after a replay, and are gone with their webhook', async () => {
        // The tenant's devices belong to its first provider.
        providerId = tenant.provider.providerId
        const { body: added } = await add({ url: 'https://private.example.com/hooks' })
        const { device, token: address } = await tenant.device('replayed')
        await call(service, '/license/create', { token: address, json: signedRequest(device) })
        await service.webhooks.deliver()
        expect((await send(`/webhook/${added.id}/replay`, { method: 'POST' })).body).toEqual({ events: 1 })
        expect((await send(ofProvider())).body).toMatchObject([{ id: added.id, waiting: 1 }])
        expect((await send(`/webhook/${added.id}`, { method: 'DELETE' })).status).toBe(204)
        expect((await send(ofProvider())).body).toEqual([])
        expect((await send(`/webhook/${added.id}`, { method: 'DELETE' })).body.code).toBe('not_found')
      })

      test('a test sends nothing to a name that resolves to a private address', async () => {
        const { body } = await add({ url: 'https://private.example.com/hooks' })
        expect((await send(`/webhook/${body.id}/test`, { method: 'POST' })).body).toEqual({ fault: 'private_address' })
        await send(`/webhook/${body.id}`, { method: 'DELETE' })
      })

      test('two tests of an organization run at the same time, a third gets 429 with Retry-After, and other organizations do not wait', async () => {
        const { release, held } = hold()
        receiver.respond = () => held
        const before = receiver.received.length
        const { id } = await service.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
        const running = [1, 2].map(() => send(`/webhook/${id}/test`, { method: 'POST' }))
        await expect.poll(() => receiver.received.length - before).toBe(2)
        const third = await send(`/webhook/${id}/test`, { method: 'POST' })
        expect([third.status, third.headers.get('retry-after')]).toEqual([429, '15'])
        const other = await createTenant(service)
        const theirs = await service.webhooks.createEndpoint({
          providerId: other.provider.providerId,
          url: receiver.url,
          allowPrivate: true,
        })
        const fourth = send(`/webhook/${theirs.id}/test`, { method: 'POST', token: await other.adminToken() })
        await expect.poll(() => receiver.received.length - before).toBe(3)
        release()
        for (const one of await Promise.all([...running, fourth])) expect(one.body).toEqual({ status: 204 })
        receiver.respond = () => undefined
        expect((await send(`/webhook/${id}/test`, { method: 'POST' })).body).toEqual({ status: 204 })
        for (const one of [id, theirs.id]) await service.webhooks.deleteEndpoint(one)
      })

      test('a test ends with its service, and with its request', async () => {
        const { release, held } = hold()
        receiver.respond = () => held
        const before = receiver.received.length
        const short = await world.another({ postWebhook: createNodePost({ timeoutMs: 600_000 }) })
        const { id } = await short.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
        const request = new AbortController()
        const tests = [short.webhooks.sendTest(id), short.webhooks.sendTest(id, { signal: request.signal })]
        await expect.poll(() => receiver.received.length - before).toBe(2)
        request.abort()
        expect(await tests[1]).toEqual({ fault: 'connection' })
        await short.close()
        expect(await tests[0]).toEqual({ fault: 'connection' })
        release()
        receiver.respond = () => undefined
        await service.webhooks.deleteEndpoint(id)
      })
    })

    test('webhooks of another organization do not exist for an API key', async () => {
      const other = await createTenant(service)
      const { body } = await add({ url: 'https://example.com/hooks' })
      const theirs = { token: await other.adminToken() }
      const answers = await Promise.all([
        send(ofProvider(), { ...theirs, json: { url: 'https://example.com/' } }),
        send(ofProvider(), theirs),
        send(`/webhook/${body.id}`, { ...theirs, method: 'DELETE' }),
        send(`/webhook/${body.id}/secret`, { ...theirs, json: {} }),
        send(`/webhook/${body.id}/replay`, { ...theirs, method: 'POST' }),
        send(`/webhook/${body.id}/test`, { ...theirs, method: 'POST' }),
        send(`/webhook/${UNKNOWN}/test`, { method: 'POST' }),
      ])
      expect(answers.map(({ status, body: { code } }) => [status, code])).toEqual(answers.map(() => [404, 'not_found']))
      expect((await send(ofProvider())).body).toMatchObject([{ id: body.id }])
      await send(`/webhook/${body.id}`, { method: 'DELETE' })
    })

    test('the audit log has the user and the API key of each change, and not the URL', async () => {
      const { body } = await add({ url: 'https://example.com/secret-path' })
      await send(`/webhook/${body.id}/secret`, { json: {} })
      await send(`/webhook/${body.id}/replay`, { method: 'POST' })
      await send(`/webhook/${body.id}`, { method: 'DELETE' })
      const events = await world.storage.query<{ event: string }>(
        'SELECT event FROM licet.audit_events WHERE event LIKE $1 ORDER BY event',
        [`%${body.id}%`],
      )
      const found = events.map(({ event }) => JSON.parse(event))
      expect(found.map(({ action }) => action).sort()).toEqual([
        'webhook.created',
        'webhook.deleted',
        'webhook.replayed',
        'webhook.secret_rotated',
      ])
      for (const { actor } of found) expect(actor).toMatchObject({ type: 'user', id: tenant.userId, apiKeyId: expect.any(String) })
      expect(JSON.stringify(found)).not.toContain('secret-path')
    })

    test('a service that cannot see which address a name resolves to adds and tests no webhook, with the code unsupported', async () => {
      const { id } = await service.webhooks.createEndpoint({ providerId, url: 'https://example.com/' })
      // It sends with `fetch`.
      const blind = withOpenApiChecks(await world.another({}))
      const post = (path: string, options: CallOptions) => call(blind, `/api/latest${path}`, { token, ...options })
      const added = await post(ofProvider(), { json: { url: 'https://example.com/' } })
      const tested = await post(`/webhook/${id}/test`, { method: 'POST' })
      for (const { status, body } of [added, tested])
        expect([status, body.code, body.detail]).toEqual([501, 'unsupported', expect.stringContaining('licet webhook add')])
      expect((await post(ofProvider(), {})).body).toMatchObject([{ id }])
      expect((await post(`/webhook/${id}`, { method: 'DELETE' })).status).toBe(204)
      await blind.close()
    })
  },
  { everyDatabase: true },
)
