import { randomBytes } from 'node:crypto'
import { Webhook } from 'standardwebhooks'
import { afterEach, describe, expect, test } from 'vitest'
import type { KeyManagement, PrivateJwk, Service, ServiceEvent, ServiceOptions, WebhookRequest } from '../../src/service/index.ts'
import { createNodeCrypto, createNodePost } from '../../src/service/node.ts'
import { readAuditEvents } from '../fixtures/audit.ts'
import { call, createTenant, grant } from '../fixtures/caller.ts'
import { signedRequest } from '../fixtures/device.ts'
import { startReceiver } from '../fixtures/webhook-receiver.ts'
import { describeWorlds } from '../fixtures/worlds.ts'

const createKey = () => randomBytes(32).toString('base64')

describeWorlds('the secrets in the database', (world) => {
  const opened: Service[] = []
  const open = async (options: Partial<ServiceOptions> = {}) => {
    const service = await world.another(options)
    opened.push(service)
    return service
  }
  afterEach(async () => {
    for (const service of opened.splice(0)) await service.close()
    await world.storage.query('DELETE FROM licet.webhook_endpoints')
    await world.storage.query('DELETE FROM licet.signing_keys')
    for (const table of ['log_checkpoints', 'log_tiles', 'log_entries', 'log_epochs', 'log_keys'])
      await world.storage.query(`DELETE FROM licet.${table}`)
  })
  const stored = async () => ({
    keys: (await world.storage.query('SELECT private_jwk FROM licet.signing_keys WHERE private_jwk IS NOT NULL')).map((row) =>
      String(row.private_jwk),
    ),
    secrets: (await world.storage.query('SELECT secret, former_secret FROM licet.webhook_endpoints')).flatMap((row) =>
      Object.values(row).filter((secret) => secret !== null),
    ),
  })
  /** Uses the signing key and the secret of a new webhook. */
  async function work(service: Service) {
    const tenant = await createTenant(service)
    const { providerId, pubKey } = tenant.provider
    const token = await grant(service, { client_id: `provider:${providerId}`, client_secret: pubKey })
    expect(token.access_token).toBeDefined()
    const endpoint = await service.webhooks.createEndpoint({ providerId, url: 'https://shop.example/events' })
    return { tenant, endpoint, token: token.access_token ?? '' }
  }
  const ENCRYPTED = /^eyJ[\w-]+\.\.[\w-]+\.[\w-]+\.[\w-]+$/

  describe('with a key', () => {
    // Regression: the private signing key was unencrypted in the database and in every backup.
    test('are encrypted, and work after a restart with the same key', async () => {
      const keyEncryption = { key: createKey() }
      const sent: Omit<WebhookRequest, 'signal'>[] = []
      const postWebhook = async (request: WebhookRequest) => {
        sent.push(request)
        return { status: 200 }
      }
      const first = await open({ keyEncryption, postWebhook })
      const { endpoint, token } = await work(first)
      const rotated = await first.webhooks.rotateSecret(endpoint.id)
      const { keys, secrets } = await stored()
      expect([keys.length, secrets.length]).toEqual([1, 2])
      for (const secret of [...keys, ...secrets]) expect(secret).toMatch(ENCRYPTED)
      const header = JSON.parse(Buffer.from(keys[0]?.split('.')[0] ?? '', 'base64url').toString())
      expect(header).toMatchObject({ alg: 'dir', enc: 'A256GCM' })
      const second = await open({ keyEncryption, postWebhook })
      expect((await call(second, '/license/list', { token })).status).not.toBe(401)
      await second.webhooks.sendTest(endpoint.id)
      for (const { secret } of [endpoint, rotated])
        expect(() => new Webhook(secret).verify(sent[0]?.body ?? '', { ...sent[0]?.headers })).not.toThrow()
      await second.rotateSigningKey({ delayMs: 0 })
      for (const key of (await stored()).keys) expect(key).toMatch(ENCRYPTED)
    })

    test('cannot be used without it, and the reason is reported', async () => {
      await work(await open({ keyEncryption: { key: createKey() } }))
      for (const options of [{}, { keyEncryption: { key: createKey() } }]) {
        const other = await open(options)
        const { status, body } = await call(other, '/readyz')
        expect([status, body.detail]).toEqual([503, expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE')])
      }
    })

    // Regression: the event waited, and neither the log nor the list of webhooks had a reason.
    test('report an event whose secret is unreadable, and send it when the key is right again', async () => {
      const receiver = await startReceiver()
      const keyEncryption = { key: createKey() }
      const first = await open({ keyEncryption, postWebhook: createNodePost() })
      const { tenant } = await work(first)
      const { providerId } = tenant.provider
      const { id } = await first.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
      const { device, token } = await tenant.device('user-of-an-event')
      await call(first, '/license/create', { token, json: signedRequest(device) })
      const events: ServiceEvent[] = []
      const other = await open({ keyEncryption: { key: createKey() }, onEvent: (event) => events.push(event) })
      await other.webhooks.deliver()
      expect(events).toContainEqual({ type: 'webhook_failing', endpointId: id, reason: 'secret_unreadable' })
      await first.webhooks.replay(id)
      await first.webhooks.deliver()
      expect(receiver.types()).toEqual(['license.created'])
      await receiver.close()
    })

    test('are encrypted in a database that has them unencrypted, and again when the key is replaced', async () => {
      const { endpoint } = await work(await open())
      expect((await stored()).keys[0]).toMatch(/^\{/)
      const [former, next] = [createKey(), createKey()]
      await (await open({ keyEncryption: { key: former } })).cleanUp()
      const before = await stored()
      for (const secret of [...before.keys, ...before.secrets]) expect(secret).toMatch(ENCRYPTED)
      const both = await open({ keyEncryption: { key: next, formerKey: former } })
      expect((await call(both, '/readyz')).status).toBe(200)
      await both.cleanUp()
      const after = await stored()
      for (const secret of [...after.keys, ...after.secrets]) expect(secret).toMatch(ENCRYPTED)
      expect([...after.keys, ...after.secrets]).not.toEqual(expect.arrayContaining([...before.keys]))
      const last = await open({ keyEncryption: { key: next } })
      expect((await call(last, '/readyz')).status).toBe(200)
      expect((await last.webhooks.rotateSecret(endpoint.id)).secret).toMatch(/^whsec_/)
      await last.cleanUp()
      expect(await stored()).toMatchObject({ keys: after.keys })
    })

    test('of one webhook cannot be moved to another one', async () => {
      const service = await open({ keyEncryption: { key: createKey() } })
      const { endpoint, tenant } = await work(service)
      const { providerId } = tenant.provider
      const other = await service.webhooks.createEndpoint({ providerId, url: 'https://other.example/events' })
      await world.storage.query(
        `UPDATE licet.webhook_endpoints SET secret = (SELECT secret FROM licet.webhook_endpoints WHERE id = '${endpoint.id}') WHERE id = '${other.id}'`,
      )
      await expect(service.webhooks.sendTest(other.id)).rejects.toMatchObject({ code: 'unavailable' })
    })

    // Regression: `licet key rotate` and `licet webhook add` without the variable stored a secret unencrypted, which every later backup had.
    test('are never joined by an unencrypted secret: without the key, nothing that stores one does', async () => {
      const { endpoint, tenant } = await work(await open({ keyEncryption: { key: createKey() } }))
      const before = await stored()
      await world.storage.query("UPDATE licet.signing_keys SET created = clock_timestamp() - interval '2 days'")
      const other = await open({ keyRotationDays: 1 })
      const { providerId } = tenant.provider
      const acts = [
        () => other.rotateSigningKey(),
        () => other.rotateSigningKey({ delayMs: 0 }),
        () => other.webhooks.createEndpoint({ providerId, url: 'https://shop.example/other' }),
        () => other.webhooks.rotateSecret(endpoint.id),
        () => other.cleanUp(),
      ]
      const refusal = { code: 'unavailable', message: expect.stringContaining('LICET_KEY_ENCRYPTION_KEY_FILE') }
      for (const act of acts) await expect(act()).rejects.toMatchObject(refusal)
      expect(await stored()).toEqual(before)
      await world.storage.query('DELETE FROM licet.signing_keys')
      const { status, body } = await call(await open(), '/readyz')
      expect([status, body.detail]).toEqual([503, refusal.message])
      expect(await stored()).toEqual({ ...before, keys: [] })
    })

    // Regression: `licet key rotate` with the file of another encryption key stored a key that no service could decrypt, and all were down.
    test('are never joined by one of another encryption key, which the other processes could not decrypt', async () => {
      const keyEncryption = { key: createKey() }
      const { endpoint, tenant } = await work(await open({ keyEncryption }))
      const before = await stored()
      await world.storage.query("UPDATE licet.signing_keys SET created = clock_timestamp() - interval '2 days'")
      const other = await open({ keyEncryption: { key: createKey() }, keyRotationDays: 1 })
      const acts = [
        () => other.rotateSigningKey(),
        () => other.webhooks.createEndpoint({ providerId: tenant.provider.providerId, url: 'https://shop.example/other' }),
        () => other.webhooks.rotateSecret(endpoint.id),
        () => other.cleanUp(),
      ]
      for (const act of acts) await expect(act()).rejects.toMatchObject({ code: 'unavailable' })
      expect(await stored()).toEqual(before)
      expect(await call(await open({ keyEncryption }), '/readyz')).toMatchObject({ status: 200 })
    })

    // Regression: one secret that nobody can decrypt kept all later ones unencrypted, and a lost key of the public log signed nothing for a month.
    test('are encrypted and replaced after the encryption key was lost, although one of them stays unreadable', async () => {
      const first = await open({ keyEncryption: { key: createKey() } })
      const { endpoint, tenant } = await work(first)
      const { providerId } = tenant.provider
      await first.appendLog()
      const next = await open({ keyEncryption: { key: createKey() } })
      await expect(next.rotateLogKey()).rejects.toMatchObject({ code: 'unavailable' })
      await next.rotateSigningKey({ delayMs: 0 })
      const publicKey = await next.rotateLogKey()
      await next.webhooks.rotateSecret(endpoint.id)
      const other = await next.webhooks.createEndpoint({ providerId, url: 'https://shop.example/other' })
      await world.storage.query('UPDATE licet.webhook_endpoints SET secret = $2 WHERE id = $1', [other.id, other.secret])
      await expect(next.cleanUp()).rejects.toMatchObject({ code: 'unavailable' })
      for (const secret of (await stored()).secrets) expect(secret).toMatch(ENCRYPTED)
      await next.appendLog()
      const signers = await world.storage.query('SELECT public_key FROM licet.log_keys WHERE retired IS NULL OR retired > now()')
      expect(signers).toEqual([{ public_key: publicKey }])
    })

    test('include the key of the public log, which signs nothing without the right encryption key', async () => {
      const key = async () => (await world.storage.query('SELECT private_jwk FROM licet.log_keys'))[0]?.private_jwk
      await (await open()).appendLog()
      expect(await key()).toMatch(/^\{/)
      const keyEncryption = { key: createKey() }
      await (await open({ keyEncryption })).cleanUp()
      expect(await key()).toMatch(ENCRYPTED)
      const pending = "INSERT INTO licet.log_pending (kind, hash, at, license_id) SELECT 'end', sha256('x'), 1, gen_random_uuid()"
      await world.storage.query(pending)
      for (const options of [{}, { keyEncryption: { key: createKey() } }])
        await expect((await open(options)).appendLog()).rejects.toMatchObject({ code: 'unavailable' })
      await expect((await open()).rotateLogKey()).rejects.toMatchObject({ code: 'unavailable' })
      const service = await open({ keyEncryption })
      await service.rotateLogKey()
      await service.appendLog()
      const keys = await world.storage.query('SELECT private_jwk FROM licet.log_keys')
      expect(keys.map(({ private_jwk }) => ENCRYPTED.test(String(private_jwk)))).toEqual([true, true])
    })

    test('need a key of 32 bytes', async () => {
      for (const key of ['', 'short', randomBytes(31).toString('base64'), randomBytes(33).toString('base64'), '!'.repeat(44)])
        await expect(open({ keyEncryption: { key } })).rejects.toMatchObject({
          code: 'invalid_configuration',
          field: 'keyEncryptionKey',
        })
    })
  })

  test('have only the names of keys in a key management service, which creates one for each rotation', async () => {
    const crypto = createNodeCrypto()
    const keys = new Map<string, PrivateJwk>()
    const keyManagement: KeyManagement = {
      async createKey() {
        const key = await crypto.generateKey()
        const name = `arn:key/${keys.size + 1}`
        keys.set(name, key)
        return { name, publicKey: key }
      },
      async sign(name, data) {
        const key = keys.get(name)
        if (key === undefined) throw new TypeError('The test has no such key.')
        return (await crypto.importSigner(key))(data)
      },
    }
    const service = await open({ keyManagement })
    const { token } = await work(service)
    expect((await stored()).keys).toEqual(['{"name":"arn:key/1"}'])
    await service.rotateSigningKey({ delayMs: 0 })
    expect((await stored()).keys).toEqual(['{"name":"arn:key/2"}'])
    const { body } = await call(service, '/.well-known/jwks.json')
    expect(body.keys.map(({ x }: { x: string }) => x).sort()).toEqual([...keys.values()].map(({ x }) => x).sort())
    expect(JSON.stringify(body)).not.toContain([...keys.values()][0]?.d)
    expect((await call(service, '/license/list', { token })).status).not.toBe(401)
    await work(service)
    const without = await open()
    expect(await call(without, '/readyz')).toMatchObject({
      status: 503,
      body: { detail: expect.stringContaining('keyManagement') },
    })
  })

  test('have a new signing key when the newest one is older than the option, whichever process finds it', async () => {
    const services = [await open({ keyRotationDays: 90 }), await open({ keyRotationDays: 90 })] as const
    await work(services[0])
    const age = (days: number) =>
      world.storage.query("UPDATE licet.signing_keys SET created = clock_timestamp() - $1 * interval '1 day'", [days])
    const count = async () => (await world.storage.query('SELECT kid FROM licet.signing_keys')).length
    await age(89)
    for (const service of services) await service.cleanUp()
    expect(await count()).toBe(1)
    await age(91)
    await (await open()).cleanUp()
    expect(await count()).toBe(1)
    await Promise.all(services.map((service) => service.cleanUp()))
    expect(await count()).toBe(2)
    const [next] = await world.storage.query<{ kid: string; later: boolean }>(
      'SELECT kid, signs_from > clock_timestamp() AS later FROM licet.signing_keys WHERE retired IS NULL',
    )
    expect(next?.later).toBe(true)
    const events = (await readAuditEvents(world.storage)).filter(({ target }) => target === next?.kid)
    expect(events).toMatchObject([{ action: 'signing_key.rotated', actor: { type: 'service' } }])
    await expect(open({ keyRotationDays: -1 })).rejects.toMatchObject({ code: 'invalid_configuration', field: 'keyRotationDays' })
  })
})
