import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { AuthClient, ServiceClient } from '../../../src/client/index.ts'
import { createIdentityToken } from '../../../src/server/index.ts'
import { agreement } from '../../fixtures/client.ts'
import { writeDatabaseFiles } from '../../fixtures/databases.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import { startReceiver, verifyWebhook } from '../../fixtures/webhook-receiver.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

async function createApp(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-dev-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ name: 'my-shop', devDependencies: { vite: '^8' } }))
  await writeDatabaseFiles(join(folder, '.licet/service'))
  return folder
}

/** Starts `licet dev`, and waits until it has printed everything. `answer` is the answer to its question. */
async function startDev(cwd: string, args: readonly string[], answer?: boolean) {
  const controller = new AbortController()
  const lines: string[] = []
  let ended: Promise<number> = Promise.resolve(0)
  await new Promise<void>((resolve, reject) => {
    const take = (line: string) => {
      lines.push(line)
      if (line.includes('Press Ctrl-C')) resolve()
    }
    ended = run(['dev', '--port', '0', ...args], {
      out: take,
      err: take,
      now: Date.now,
      env: {},
      cwd,
      signal: controller.signal,
      ...(answer !== undefined && { confirm: async () => answer }),
    })
    ended.then((code) => reject(new Error(`The command ended with ${code}: ${lines.join('\n')}`)))
  })
  const stop = () => {
    controller.abort()
    return ended
  }
  closers.push(stop)
  return { output: () => lines.join('\n'), stop }
}

const envOf = (folder: string) => parseEnv(readFileSync(join(folder, '.env.local'), 'utf8')) as Record<string, string>

test('writes an API key, an identity key and a webhook secret that work, and shows none of them', async () => {
  const receiver = await startReceiver()
  closers.push(receiver.close)
  const folder = await createApp()
  const dev = await startDev(folder, ['--yes', '--webhook', receiver.url])
  const env = envOf(folder)
  for (const name of ['LICET_API_KEY', 'LICET_IDENTITY_KEY', 'LICET_WEBHOOK_SECRET']) {
    expect(env[name]).toBeTruthy()
    expect(dev.output()).toContain(`+ ${name}=…`)
    expect(dev.output()).not.toContain(env[name])
  }
  const { LICET_AUTH_URL: authUrl = '', LICET_PROVIDER_ID: providerId = '', LICET_USER_ID: userId = '' } = env
  const { LICET_API_KEY: apiKey = '', LICET_IDENTITY_KEY: identityKey = '', LICET_WEBHOOK_SECRET: secret = '' } = env
  const identity = await createIdentityToken({ userId: 'user-1', authUrl, providerId, identityKey })
  const client = new ServiceClient({
    authUrl,
    provider: { id: providerId, publicKey: env.VITE_LICET_PROVIDER_PUBLIC_KEY ?? '' },
    origin: 'com.acme.receipts',
    userId: 'user-1',
    identity,
    agreement: { ...agreement, purposes: ['analytics'] },
    crypto: quickCrypto,
  })
  await client.createLicense()
  await client.close()
  const auth = new AuthClient({ authUrl, credentials: { userId, apiKey }, providerId })
  expect(await auth.permits({ userId: 'user-1', usecase: 'analytics' })).toMatchObject({ permitted: true, vouched: true })
  await expect.poll(() => receiver.types()).toEqual(['license.created'])
  const [event] = receiver.received
  expect(event && verifyWebhook(event, secret)).toMatchObject({ type: 'license.created' })
})

test('keeps the keys of the last start, and removes new keys when the answer is no', async () => {
  const folder = await createApp()
  const first = await startDev(folder, ['--yes'])
  const before = readFileSync(join(folder, '.env.local'), 'utf8')
  expect(await first.stop()).toBe(0)
  const port = new URL(envOf(folder).LICET_AUTH_URL ?? '').port
  const second = await startDev(folder, ['--port', port], false)
  expect(readFileSync(join(folder, '.env.local'), 'utf8')).toBe(before)
  const { LICET_PROVIDER_ID: provider = '' } = envOf(folder)
  const list = async () =>
    JSON.parse((await runLicet(['identity-key', 'list', '--provider', provider, '--json'], { cwd: folder })).out)
  expect(await list()).toHaveLength(1)
  await second.stop()
  writeFileSync(join(folder, '.env.local'), '')
  await startDev(folder, [], false)
  expect(readFileSync(join(folder, '.env.local'), 'utf8')).toBe('')
  expect(await list()).toHaveLength(1)
})

// Regression: a command on the database of a running `licet dev` failed, and the developer had to stop it.
test('commands in another terminal work on its database while it runs', async () => {
  const folder = await createApp()
  const dev = await startDev(folder, ['--yes'])
  const licet = (...args: string[]) => runLicet(args, { cwd: folder })
  const json = async (...args: string[]) => {
    const { code, out } = await licet(...args, '--json')
    expect([args, code]).toEqual([args, 0])
    return JSON.parse(out)
  }
  const { providerId: id } = await json('provider', 'create', '--name', 'Second', '--email', 'developer@localhost')
  expect((await json('provider', 'list')).map(({ name }: { name: string }) => name).sort()).toEqual(['Second', 'my-shop'])
  expect(await json('identity-key', 'list', '--provider', id)).toEqual([])
  expect((await json('api-key', 'create', '--email', 'developer@localhost', '--scope', 'trail')).scope).toBe('trail')
  const webhook = ['webhook', 'add', '--provider', id, '--url', 'http://127.0.0.1:9/hooks', '--allow-private'] as const
  expect(await json(...webhook)).toMatchObject({ providerId: id })
  expect(await json('license', 'list')).toEqual([])
  expect(await licet('license', 'show', 'nothing')).toMatchObject({ code: 2, err: expect.stringContaining('No license') })
  await licet('license', 'export', '--output', 'licenses.csv')
  expect(readdirSync(folder)).toContain('licenses.csv')
  // Only the key in the folder of the database opens it.
  const control = JSON.parse(readFileSync(join(folder, '.licet/service/control.json'), 'utf8'))
  const refused = await fetch(control.url, {
    method: 'POST',
    body: JSON.stringify({ args: ['user', 'list'], env: {}, cwd: folder }),
  })
  expect(refused.status).toBe(401)
  expect(await dev.stop()).toBe(0)
  expect(readdirSync(join(folder, '.licet/service')).sort()).toEqual(['.gitignore', 'pgdata'])
  // A `licet dev` that was killed leaves its file, and the command uses the database itself.
  writeFileSync(join(folder, '.licet/service/control.json'), JSON.stringify(control))
  expect(await json('provider', 'list', '--data-dir', join(folder, '.licet/service'))).toHaveLength(2)
})

test('refuses an address of webhooks that is none', async () => {
  const folder = await createApp()
  expect(await runLicet(['dev', '--webhook', 'localhost:3000'], { cwd: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining('--webhook is "localhost:3000"'),
  })
})
