import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { serve } from '../../../src/service/node.ts'
import { createTenant, type Tenant } from '../../fixtures/caller.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import { startReceiver, type WebhookReceiver } from '../../fixtures/webhook-receiver.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
let running: Awaited<ReturnType<typeof serve>>
let tenant: Tenant
let receiver: WebhookReceiver
let env: Record<string, string>
beforeAll(async () => {
  running = await serve({ port: 0, memory: true })
  tenant = await createTenant(running.service)
  receiver = await startReceiver()
  env = { LICET_URL: running.url, LICET_USER_ID: `user:${tenant.userId}`, LICET_API_KEY: tenant.apiKey }
})
afterAll(async () => {
  await running.close()
  await receiver.close()
  rmSync(folder, { recursive: true, force: true })
})

const webhook = (...args: string[]) => runLicet(['webhook', ...args], { env, cwd: folder })

test('every command of webhooks works on a running service, with its URL and an API key', async () => {
  const { providerId } = tenant.provider
  const add = ['add', '--provider', providerId, '--url', 'https://example.com/hooks'] as const
  const added = JSON.parse((await webhook(...add, '--remind-every', '90d', '--json')).out)
  expect(added).toMatchObject({ providerId, remindEvery: { days: 90 }, secret: expect.stringMatching(/^whsec_/) })
  const listed = await webhook('list', '--provider', providerId, '--json')
  expect(JSON.parse(listed.out)).toMatchObject([{ id: added.id, url: 'https://example.com/hooks', waiting: 0 }])
  const rotated = await webhook('rotate', added.id, '--overlap-hours', '1')
  expect(rotated).toMatchObject({ code: 0, out: expect.stringMatching(/too for 1 hour\.\n[\s\S]*whsec_/) })
  expect(await webhook('replay', added.id)).toMatchObject({ code: 0, out: '0 events are due now.\n' })
  expect(await webhook('remove', added.id)).toMatchObject({ code: 0, out: 'The webhook is removed.\n' })
  expect(await webhook('remove', added.id)).toMatchObject({ code: 2, err: expect.stringContaining('404 not_found') })
})

test('a webhook that the operator added is tested over HTTP', async () => {
  const { providerId } = tenant.provider
  const { id } = await running.service.webhooks.createEndpoint({ providerId, url: receiver.url, allowPrivate: true })
  expect(await webhook('test', id)).toMatchObject({ code: 0, out: expect.stringContaining('responded with 204') })
  receiver.respond = (response) => response.writeHead(500).end()
  expect(await webhook('test', id)).toMatchObject({ code: 1, out: expect.stringContaining('responded with 500') })
})

test('a private address is refused over HTTP, with the way that allows it', async () => {
  const add = ['add', '--provider', tenant.provider.providerId, '--url', receiver.url] as const
  expect(await webhook(...add)).toMatchObject({ code: 2, err: expect.stringContaining('is a private address') })
  expect(await webhook(...add, '--allow-private')).toMatchObject({ code: 2, err: expect.stringContaining('--database-url') })
})

test('an error contains the address, the reason and the variables to correct, and no secret', async () => {
  const list = (more: Record<string, string>) =>
    runLicet(['webhook', 'list', '--provider', tenant.provider.providerId], { env: { ...env, ...more }, cwd: folder })
  const closed = await startReceiver()
  await closed.close()
  const { origin } = new URL(closed.url)
  const unreachable = await list({ LICET_URL: origin })
  expect(unreachable.err).toContain(`${origin} could not be reached: no server listens there (ECONNREFUSED).`)
  expect(unreachable.err).toContain('LICET_URL')
  const wrong = await list({ LICET_API_KEY: 'wrong-secret-of-a-user' })
  expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('Correct LICET_USER_ID, and LICET_API_KEY') })
  expect(wrong.err).not.toContain('wrong-secret-of-a-user')
  const { key } = await running.service.admin.createApiKey({ userId: tenant.userId, scope: 'trail' })
  expect(await list({ LICET_API_KEY: key })).toMatchObject({ code: 2, err: expect.stringContaining('insufficient_scope') })
})

test.each([
  ['list', '[{"id":"one"}]', ['list', '--provider', 'p']],
  ['list', '{}', ['list', '--provider', 'p']],
  ['add', '{}', ['add', '--provider', 'p', '--url', 'https://example.com/']],
  ['rotate', 'null', ['rotate', 'one']],
  ['test', '{"fault":"unknown"}', ['test', 'one']],
  ['replay', '{"events":"many"}', ['replay', 'one']],
])('%s refuses the response %s of another server', async (_, json, args) => {
  const other = await startOtherServer(json)
  try {
    const failed = await runLicet(['webhook', ...args], { env: { ...env, LICET_URL: other.url }, cwd: folder })
    expect(failed).toMatchObject({ code: 2, out: '', err: expect.stringContaining('may not come from the service') })
  } finally {
    other.close()
  }
})

test('one event is in the singular', async () => {
  const failed = { id: 'e', type: 'license.created', attempts: 1, reason: 'status 500', failed: '2026-11-23T00:00:00Z' }
  const endpoint = { id: 'one', providerId: 'p', url: 'https://example.com/', allowPrivate: false, created: '2026-11-23T00:00:00Z' }
  const print = async (response: unknown, ...args: readonly string[]) => {
    const other = await startOtherServer(JSON.stringify(response))
    try {
      return (await runLicet(['webhook', ...args], { env: { ...env, LICET_URL: other.url }, cwd: folder })).out
    } finally {
      other.close()
    }
  }
  const listed = await print([{ ...endpoint, waiting: 1, failed: 1, lastFailed: [failed] }], 'list', '--provider', 'p')
  expect(listed).toContain('  1 event is waiting, 1 was given up.\n')
  expect(listed).toContain('  1 attempt, the last: status 500\n')
  expect(await print({ events: 1 }, 'replay', 'one')).toBe('1 event is due now.\n')
  expect(await print({ events: 2 }, 'replay', 'one')).toBe('2 events are due now.\n')
})

/** Starts a server that gives the tokens of the service, and responds to everything else with one JSON. */
async function startOtherServer(json: string): Promise<{ readonly url: string; close(): void }> {
  const server = createServer(async (request, response) => {
    const { url = '', headers } = request
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const isToken = url.endsWith('/token')
    if (!isToken) return response.end(json)
    const granted = await fetch(`${running.url}${url}`, {
      method: 'POST',
      headers: {
        'content-type': String(headers['content-type']),
        // An empty header would be a second credential beside the body.
        ...(headers.authorization !== undefined && { authorization: headers.authorization }),
      },
      body: Buffer.concat(chunks),
    })
    response.writeHead(granted.status, { 'content-type': 'application/json' }).end(await granted.text())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

test('the text of an error cannot control the terminal', async () => {
  const { id } = await running.service.webhooks.createEndpoint({
    providerId: tenant.provider.providerId,
    url: receiver.url,
    allowPrivate: true,
  })
  expect((await webhook('remove', `${id}\u001b[2J`)).err).not.toContain('\u001b')
})
