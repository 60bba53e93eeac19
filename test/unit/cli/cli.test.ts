import { once } from 'node:events'
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import manifest from '../../../package.json' with { type: 'json' }
import { COMMANDS, run } from '../../../src/cli/run.ts'
import { serve } from '../../../src/service/node.ts'
import { call, createTenant } from '../../fixtures/caller.ts'
import { pooledDevice, signedRequest, unsignedRequest } from '../../fixtures/device.ts'
import { OPENAPI } from '../../fixtures/openapi.ts'
import { freePort, startPostgres } from '../../support/postgres.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'licet-cli-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

const licet = (...args: string[]): Promise<Ran> => licetIn({}, ...args)

const licetIn = (env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> => licetAt(Date.now, env, ...args)

async function licetAt(now: () => number, env: Readonly<Record<string, string>>, ...args: string[]): Promise<Ran> {
  const lines = { out: '', err: '' }
  const code = await run(args, {
    out: (line) => {
      lines.out += `${line}\n`
    },
    err: (line) => {
      lines.err += `${line}\n`
    },
    now,
    env,
    signal: new AbortController().signal,
  })
  return { code, ...lines }
}

describe('help and mistakes', () => {
  test('licet alone tells every command', async () => {
    const { code, out } = await licet()
    expect(code).toBe(0)
    for (const { words } of COMMANDS) expect(out).toContain(words.join(' '))
  })

  test.each(COMMANDS.map(({ words }) => [words]))('%j --help tells every option', async (words) => {
    const { code, out } = await licet(...words, '--help')
    expect(code).toBe(0)
    const command = COMMANDS.find((candidate) => candidate.words === words)
    for (const name of Object.keys(command?.options ?? {})) expect(out).toContain(`--${name}`)
  })

  test('an unknown command and an unknown option end with 2 and say what there is', async () => {
    expect(await licet('destroy')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('licet <command>') })
    expect(await licet('serve', '--prot', '1')).toMatchObject({ code: 2, err: expect.stringContaining('Usage: licet serve') })
    expect(await licet('serve', '--port', '99999')).toMatchObject({ code: 2, err: expect.stringContaining('65535') })
    expect(await licet('provider', 'create')).toMatchObject({ code: 2, err: expect.stringContaining('--name is missing') })
  })

  test('licet --version tells the version of the package', async () => {
    expect(await licet('--version')).toEqual({ code: 0, out: `${manifest.version}\n`, err: '' })
  })

  test('F4 control characters of a bad argument never reach the terminal', async () => {
    const { err } = await licet('de\u001b[2Jstroy')
    expect(err).not.toContain('\u001b')
    expect(await licet('provider', 'create', '--name', 'a\nb', '--email', 'a@example.com')).toMatchObject({
      code: 2,
      err: expect.stringContaining('--name holds a control character'),
    })
  })
})

describe('a provider and an API key', () => {
  test('are made on disk and work with the service that is started on it', { timeout: 60_000 }, async () => {
    const dataDir = join(folder, 'database')
    const provider = JSON.parse(
      (await licet('provider', 'create', '--name', 'Basket', '--email', 'a@example.com', '--data-dir', dataDir, '--json')).out,
    )
    const key = await licet('api-key', 'create', '--email', 'a@example.com', '--data-dir', dataDir)
    expect(key.code).toBe(0)
    const [, userId, secret] = /client_id {6}user:(\S+)\n {2}client_secret {2}(\S+)/.exec(key.out) ?? []
    expect(key.out).toContain(`the userId ${userId} and the apiKey`)
    expect(await licet('api-key', 'create', '--email', 'a@exmaple.com', '--data-dir', dataDir)).toMatchObject({
      code: 2,
      err: expect.stringContaining('There is no user a@exmaple.com'),
    })
    expect(
      await licet('api-key', 'create', '--email', 'b@example.com', '--organization', 'B', '--data-dir', dataDir),
    ).toMatchObject({ code: 0 })
    const running = await serve({ port: 0, dataDir })
    try {
      const token = async (client_id: string, client_secret: string) =>
        (
          await call(running.service, '/api/latest/auth/token', {
            form: { grant_type: 'client_credentials', client_id, client_secret },
          })
        ).body
      const { access_token } = await token(`user:${userId}`, secret ?? '')
      const seen = await call(running.service, `/api/latest/provider/${provider.providerId}`, { token: access_token })
      expect(seen.body).toEqual(provider)
      expect((await token(`provider:${provider.providerId}`, provider.pubKey)).token_type).toBe('Bearer')
      expect(await licet('provider', 'create', '--name', 'C', '--email', 'c@example.com', '--data-dir', dataDir)).toMatchObject({
        code: 2,
        err: expect.stringContaining(`Process ${process.pid} uses the folder`),
      })
    } finally {
      await running.close()
    }
  })
})

describe('licet api-key', () => {
  // The wire takes the key itself, so one that nobody had a copy of any more could not be ended.
  test('F2 list tells which keys there are and none of them, and revoke ends one by its id', async () => {
    const postgres = await startPostgres()
    const key = (...args: string[]) => licetIn({ DATABASE_URL: postgres.url }, 'api-key', ...args)
    const running = await serve({ port: 0, databaseUrl: postgres.url })
    try {
      const email = ['--email', 'a@example.com']
      const made = JSON.parse((await key('create', ...email, '--organization', 'A', '--name', 'laptop', '--json')).out)
      const status = async () => {
        const form = { grant_type: 'client_credentials', client_id: `user:${made.userId}`, client_secret: made.key }
        return (await call(running.service, '/api/latest/auth/token', { form })).status
      }
      expect(await status()).toBe(200)
      const listed = await key('list', ...email)
      expect(listed).toMatchObject({ code: 0, out: expect.stringMatching(`^${made.id}  ${made.prefix}…  .*  opens  laptop\n`) })
      expect(await key('revoke', made.id)).toMatchObject({ code: 0, err: '' })
      expect(await status()).toBe(401)
      const { out } = await key('list', ...email, '--json')
      expect(JSON.parse(out)).toEqual([expect.objectContaining({ id: made.id, revoked: expect.any(String) })])
      expect(listed.out + out).not.toContain(made.key)
      for (const id of [made.id, made.userId, made.prefix])
        expect(await key('revoke', id)).toMatchObject({ code: 2, err: expect.stringContaining('There is no API key of that id') })
      expect(await key('list', '--email', 'b@example.com')).toMatchObject({ code: 2, err: expect.stringContaining('no user') })
    } finally {
      await running.close()
      await postgres.stop()
    }
  })
})

describe('licet key', () => {
  test('F2 rotate signs with a new key and keeps the former one, remove takes that one out, and neither tells a private half', async () => {
    const postgres = await startPostgres()
    let aheadMs = 0
    const key = (...args: string[]) => licetAt(() => Date.now() + aheadMs, { DATABASE_URL: postgres.url }, 'key', ...args)
    const running = await serve({ port: 0, databaseUrl: postgres.url })
    try {
      const first = JSON.parse((await key('rotate', '--json')).out)
      expect(first).toEqual({ kid: expect.stringMatching(/^[\w-]{43}$/), former: [] })
      const second = await key('rotate')
      expect(second).toMatchObject({ code: 0, err: '', out: expect.stringContaining(`goes on verifying  ${first.kid}`) })
      const current = /a new key: (\S+)/.exec(second.out)?.[1] ?? ''
      expect(await key('remove', '--', current)).toMatchObject({ code: 2, err: expect.stringContaining('the one that signs now') })
      expect(await key('remove')).toMatchObject({ code: 2 })
      expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('wait ten seconds') })
      aheadMs = 60_000
      const removed = await key('remove', '--json', '--', first.kid)
      expect([removed.code, JSON.parse(removed.out)]).toEqual([0, { removed: first.kid }])
      expect(await key('remove', '--', first.kid)).toMatchObject({ code: 2, err: expect.stringContaining('no former key') })
      const { keys } = (await call(running.service, '/.well-known/jwks.json')).body
      expect(keys.map(({ kid }: { kid: string }) => kid)).toEqual([current])
    } finally {
      await running.close()
      await postgres.stop()
    }
  })
})

describe('licet serve', () => {
  test('prints its address, answers, and ends with 0 when it is told to', async () => {
    const controller = new AbortController()
    let err = ''
    const { url, ended } = await new Promise<{ url: string; ended: Promise<number> }>((resolve, reject) => {
      const ending = run(['serve', '--port', '0', '--memory', '--json'], {
        out: (line) => resolve({ url: JSON.parse(line).url, ended: ending }),
        err: (line) => {
          err += line
        },
        now: Date.now,
        env: {},
        signal: controller.signal,
      })
      ending.then((code) => reject(new Error(`ended with ${code}: ${err}`)))
    })
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
    const port = new URL(url).port
    expect(await licet('serve', '--port', port, '--memory')).toMatchObject({ code: 2, err: expect.stringContaining('is taken') })
    controller.abort()
    expect(await ended).toBe(0)
  })

  test('F1 --cors * permits every origin, and what is no origin is refused', async () => {
    const controller = new AbortController()
    const { url, ended } = await new Promise<{ url: string; ended: Promise<number> }>((resolve) => {
      const ending = run(['serve', '--port', '0', '--memory', '--json', '--cors', '*'], {
        out: (line) => resolve({ url: JSON.parse(line).url, ended: ending }),
        err: () => undefined,
        now: Date.now,
        env: {},
        signal: controller.signal,
      })
    })
    const { headers } = await fetch(`${url}/.well-known/jwks.json`, { headers: { origin: 'https://app.example' } })
    expect(headers.get('access-control-allow-origin')).toBe('*')
    controller.abort()
    expect(await ended).toBe(0)
    expect(await licet('serve', '--port', '0', '--memory', '--cors', 'app.example')).toMatchObject({
      code: 2,
      err: expect.stringContaining('https://app.example.com'),
    })
  })

  // Blank was PostgreSQL with the driver's defaults, also past the check of production; what is no connection string was a host of this machine.
  test('a blank DATABASE_URL is none, and what is no connection string is told before anything is made, without what it holds', async () => {
    const before = process.env.NODE_ENV
    process.env.NODE_ENV = 'production'
    try {
      expect(await licetIn({ DATABASE_URL: ' ' }, 'serve', '--port', '0')).toMatchObject({
        code: 2,
        err: expect.stringContaining('there is no DATABASE_URL'),
      })
    } finally {
      process.env.NODE_ENV = before
    }
    for (const wrong of [
      'licet',
      'mysql://u:secret@db/licet',
      'postgres://u:secret#1@db/licet',
      'postgres://u:12#secret@db/licet',
    ]) {
      const { code, err } = await licet('provider', 'create', '--name', 'A', '--email', 'a@example.com', '--database-url', wrong)
      expect([code, err]).toEqual([2, expect.stringContaining('no connection string of PostgreSQL')])
      expect(err).not.toContain('secret')
      await expect(serve({ port: 0, databaseUrl: wrong })).rejects.toMatchObject({
        code: 'invalid_configuration',
        field: 'databaseUrl',
      })
    }
  })

  // Both were told only after the folder of the database was made.
  test('an address, an origin or a number that is none is told before the database is made', async () => {
    const dataDir = join(folder, 'never-made')
    for (const wrong of [
      ['--auth-url', 'auth.example.com'],
      ['--max-connections', '0'],
      ['--trail-url', 'ftp://trail.example'],
      ['--cors', 'app.example'],
    ]) {
      expect(await licet('serve', '--port', '0', '--data-dir', dataDir, ...wrong)).toMatchObject({ code: 2 })
    }
    expect(existsSync(dataDir)).toBe(false)
  })

  // The command ended with 2 while PostgreSQL started beside it.
  test('E1 PostgreSQL away at the start: it listens, says when and why with the time of the clock, and is well again by itself', async () => {
    const port = await freePort()
    const controller = new AbortController()
    const logged: Record<string, unknown>[] = []
    let onLine: () => void = () => undefined
    const line = () =>
      new Promise<void>((resolve) => {
        onLine = resolve
      })
    const first = line()
    let printed: (url: string) => void = () => undefined
    const address = new Promise<string>((resolve) => {
      printed = (text) => resolve(JSON.parse(text).url)
    })
    const ended = run(['serve', '--port', '0', '--json', '--database-url', `postgres://licet@127.0.0.1:${port}/postgres`], {
      out: printed,
      err: (text) => {
        logged.push(JSON.parse(text))
        onLine()
      },
      now: () => Date.UTC(2027, 0, 31, 12),
      env: {},
      signal: controller.signal,
    })
    const url = await address
    await first
    expect(logged).toEqual([
      { time: '2027-01-31T12:00:00.000Z', type: 'database_away', reason: expect.stringContaining('ECONNREFUSED') },
    ])
    const away = await fetch(`${url}/readyz`)
    expect([away.status, away.headers.get('retry-after')]).toEqual([503, '1'])
    const postgres = await startPostgres({ port })
    try {
      while (logged.at(-1)?.type !== 'database_back') await line()
      expect((await fetch(`${url}/readyz`)).status).toBe(200)
      controller.abort()
      expect(await ended).toBe(0)
    } finally {
      await postgres.stop()
    }
  })

  test('E1 a database that lets nobody in is told with what it said', async () => {
    const postgres = await startPostgres()
    try {
      const url = Object.assign(new URL(postgres.url), { pathname: '/nowhere' }).href
      expect(await licet('serve', '--port', '0', '--database-url', url)).toMatchObject({
        code: 2,
        err: expect.stringContaining('SQLSTATE 3D000: there is no database of that name.'),
      })
    } finally {
      await postgres.stop()
    }
  })
})

describe('licet openapi', () => {
  test('prints the document with the addresses it is given, and refuses what is none', async () => {
    const { code, out } = await licet(
      'openapi',
      '--auth-url',
      'https://auth.example.com/',
      '--trail-url',
      'https://trail.example.com',
    )
    expect([code, JSON.parse(out)]).toEqual([0, OPENAPI])
    expect((await licet('openapi', '--auth-url', 'auth.example.com')).code).toBe(2)
  })
})

describe('licet verify', () => {
  let file: (name: string, value: unknown) => string
  let bundle: { license: Record<string, unknown>; keys: Record<string, unknown>[] }
  let other: { license: Record<string, unknown>; keys: Record<string, unknown>[] }
  let deviceKey: string
  /** Of the device that signed the other license. */
  let otherKey: string
  /** Of a license that was signed in the suite `rs256-json`, in an order of its own. */
  let ordered: { license: Record<string, unknown>; keys: Record<string, unknown>[]; deviceKey: string }
  let jwksUrl: string
  let close: () => Promise<void>
  beforeAll(async () => {
    const running = await serve({ port: 0 })
    close = running.close
    jwksUrl = `${running.url}/.well-known/jwks.json`
    file = (name, value) => {
      const path = join(folder, name)
      writeFileSync(path, typeof value === 'string' ? value : JSON.stringify(value))
      return path
    }
    const make = async (nth: number) => {
      const tenant = await createTenant(running.service)
      const device = pooledDevice(nth)
      await tenant.register(device)
      const token = await tenant.addressToken(device)
      const { body } = await call(running.service, '/license/create', { token, json: signedRequest(device, { 'x-note': 'ü' }) })
      const { keys } = (await call(running.service, '/.well-known/jwks.json')).body
      return { device, bundle: { license: body, keys } }
    }
    const first = await make(0)
    bundle = first.bundle
    deviceKey = first.device.pubKey
    const { device, token } = await (await createTenant(running.service)).device()
    const { uses, ptr, ...rest } = unsignedRequest({ 'x-note': 'ü' })
    const unsigned = { uses, ...rest, ptr }
    const json = { ...unsigned, signature: device.sign(JSON.stringify(unsigned)) }
    const { body: license } = await call(running.service, '/license/create', { token, json })
    ordered = { license, keys: bundle.keys, deviceKey: device.pubKey }
    await running.service.rotateSigningKey()
    const second = await make(1)
    other = second.bundle
    otherKey = second.device.pubKey
  })
  afterAll(() => close())

  test('D15 says what a good receipt proves and what it does not', async () => {
    const { code, out } = await licet('verify', file('good.json', bundle), '--device-key', deviceKey, '--keys', jwksUrl)
    expect(code).toBe(0)
    expect(out).toContain('The receipt is valid.')
    expect(out.match(/^ {2}proven /gm)).toHaveLength(5)
    expect(out).not.toContain('WRONG')
    expect(out).toContain('what became of the license later')
    expect(out).not.toContain('they came with the file')
  })

  // The record had the order of the table, so that nobody who held one could check this suite: the genuine one was told to be forged.
  test('D15 finds the signature of every suite, and says what a file whose members were sorted may be', async () => {
    const { deviceKey: key, ...kept } = ordered
    const { code, out } = await licet('verify', file('ordered.json', kept), '--device-key', key)
    expect([code, out]).toEqual([0, expect.stringContaining('proven   The device signed this very request.')])
    const sorted = Object.fromEntries(Object.entries(ordered.license).sort(([a], [b]) => (a < b ? -1 : 1)))
    expect(await licet('verify', file('sorted.json', { ...kept, license: sorted }), '--device-key', key)).toMatchObject({
      code: 1,
      out: expect.stringMatching(/WRONG {4}The device did not sign the request as it stands in the file\. .* in the order/),
    })
  })

  test('D15 says no to a key of another device, and to the signature of another license', async () => {
    expect(await licet('verify', file('good.json', bundle), '--device-key', otherKey)).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG    The public key is that of another device.'),
    })
    const forged = { ...bundle, license: { ...bundle.license, signature: other.license.signature } }
    expect(await licet('verify', file('forged.json', forged), '--device-key', deviceKey)).toMatchObject({
      code: 1,
      out: expect.stringContaining('WRONG    The device did not sign the request'),
    })
  })

  // Cause: whatever the command did not know counted as signed, so each receipt of a newer service was told to be changed.
  test('D15 takes a record that a newer service says more in for what was signed', async () => {
    const { code, out } = await licet(
      'verify',
      file('newer.json', { ...bundle, license: { region: 'eu', ...bundle.license, more: [1] } }),
      '--device-key',
      deviceKey,
    )
    expect([code, out]).toEqual([0, expect.stringContaining('The receipt is valid.')])
    expect(out.match(/^ {2}proven /gm)).toHaveLength(5)
  })

  /** Checks a token with the claims of a good receipt, but for some, that another service signed. */
  const verifyOwn = async (changed: Record<string, unknown>, kid = 'own', typ = 'license-receipt+jwt') => {
    const { publicKey, privateKey } = await generateKeyPair('ES256', { extractable: true })
    const claims = { ...decodeJwt(String(bundle.license.receipt)), ...changed }
    const token = await new SignJWT(claims).setProtectedHeader({ alg: 'ES256', typ, kid }).sign(privateKey)
    const keys = file('own-keys.json', { keys: [{ ...(await exportJWK(publicKey)), alg: 'ES256', kid }] })
    return licet('verify', file('own.txt', token), '--keys', keys)
  }

  test('D15 says no to a token of another kind, whatever it claims, and to a receipt without a claim', async () => {
    expect(await verifyOwn({})).toMatchObject({ code: 0, out: expect.stringContaining('The receipt is valid.') })
    for (const typ of ['at+jwt', 'JWT'])
      expect(await verifyOwn({}, 'own', typ)).toMatchObject({ code: 1, out: expect.stringContaining('of another kind') })
    expect(await verifyOwn({ req: undefined })).toMatchObject({ code: 1, out: expect.stringContaining('lacks a claim') })
  })

  test('F4 what a signed receipt says never steers the terminal', async () => {
    const steering = { iss: 'https://a.example/\u001b[2J\u202e', lic: 'l\u001b[2J' }
    const { code, out, err } = await verifyOwn(steering, 'k\u001b[2J')
    expect([code, err]).toEqual([0, ''])
    expect(out).toContain('https://a.example/\ufffd[2J\ufffd signed this receipt with its key k\ufffd[2J')
    expect(out).toContain('stored license l\ufffd[2J as active')
    expect(out).not.toMatch(/[\u001b\u202e]/)
  })

  test('A20 an address of keys that leads elsewhere, or answers with far too much, is not taken', async () => {
    const answer: RequestListener = (request, response) => {
      if (request.url === '/moved') response.writeHead(302, { location: jwksUrl }).end()
      else response.end(JSON.stringify({ keys: bundle.keys, more: 'x'.repeat(request.url === '/large' ? 65 * 1024 : 1) }))
    }
    const server = createServer(answer).listen(0, '127.0.0.1')
    await once(server, 'listening')
    try {
      const { port } = server.address() as AddressInfo
      const verify = (path: string) => licet('verify', file('good.json', bundle), '--keys', `http://127.0.0.1:${port}${path}`)
      expect(await verify('/keys')).toMatchObject({ code: 0, err: '' })
      expect(await verify('/moved')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('cannot be fetched') })
      expect(await verify('/large')).toMatchObject({ code: 2, out: '', err: expect.stringContaining('far too large') })
    } finally {
      server.close()
    }
  })

  test('says that keys which came with the file prove less', async () => {
    const { code, out } = await licet('verify', file('good.json', bundle))
    expect(code).toBe(0)
    expect(out).toContain('they came with the file')
  })

  test('takes a bare receipt with a key file, and wants keys when there are none', async () => {
    const path = file('bare.txt', `${bundle.license.receipt}\n`)
    expect(await licet('verify', path)).toMatchObject({ code: 2, err: expect.stringContaining('--keys') })
    expect(await licet('verify', path, '--keys', file('keys.json', { keys: bundle.keys }))).toMatchObject({
      code: 0,
      out: expect.stringContaining('unknown'),
    })
  })

  test.each([
    [
      'one letter of the receipt',
      (license: Record<string, unknown>) => ({ ...license, receipt: flip(String(license.receipt)) }),
      'was altered',
    ],
    [
      'the terms',
      (license: Record<string, unknown>) => ({ ...license, terms: `${license.terms} ` }),
      'The text of the terms was changed.',
    ],
    ['the uses', (license: Record<string, unknown>) => ({ ...license, uses: [] }), 'were changed'],
    ['an x- member', (license: Record<string, unknown>) => ({ ...license, 'x-note': 'u' }), 'were changed'],
    // The time stood in the file unchecked: a receipt could be made older than it is.
    [
      'the time',
      (license: Record<string, unknown>) => ({ ...license, timestamp: '2019-01-01T00:00:00.000Z' }),
      'The time in the file',
    ],
    ['the id', (license: Record<string, unknown>) => ({ ...license, id: other.license.id }), 'receipt of another license'],
    [
      'the address',
      (license: Record<string, unknown>) => ({ ...license, address: other.license.address }),
      'receipt of another license',
    ],
    [
      'the hash of the terms',
      (license: Record<string, unknown>) => ({ ...license, termsHash: license.address }),
      'The text of the terms was changed.',
    ],
    // The state in the file is anybody’s word: taken for that of the receipt, it would leave the request unchecked.
    ['the state, to erased', (license: Record<string, unknown>) => ({ ...license, status: 'erased', uses: [] }), 'were changed'],
    [
      'the receipt for another’s',
      (license: Record<string, unknown>) => ({ ...license, receipt: other.license.receipt }),
      'another license',
    ],
  ])('D15 says no, and why, when somebody changed %s', async (_, change, why) => {
    const path = file('changed.json', { license: change(bundle.license), keys: other.keys })
    expect(await licet('verify', path)).toMatchObject({ code: 1, out: expect.stringContaining(why) })
  })

  test('D15 says no to another key, another service and another device', async () => {
    const foreign = other.keys.filter((key) => !bundle.keys.some((known) => known.kid === key.kid))
    expect(await licet('verify', file('key.json', { license: bundle.license, keys: foreign }))).toMatchObject({
      code: 1,
      out: expect.stringContaining('not in the key set'),
    })
    const swapped = foreign.map((key) => ({ ...key, kid: bundle.keys[0]?.kid }))
    expect(await licet('verify', file('swap.json', { license: bundle.license, keys: swapped }))).toMatchObject({
      code: 1,
      out: expect.stringContaining('signed by another key'),
    })
    expect(await licet('verify', file('good.json', bundle), '--issuer', 'https://elsewhere.example')).toMatchObject({
      code: 1,
      out: expect.stringContaining('another service'),
    })
  })

  // Saved as a page it was told to be no JSON, with the place of the first `<`.
  test('says of a receipt that was saved as a page that it is one, and not the JSON', async () => {
    const page = join(folder, 'receipt.html')
    writeFileSync(page, '\uFEFF\n<!doctype html><title>Receipt</title>')
    expect(await licet('verify', page)).toMatchObject({ code: 2, out: '', err: expect.stringMatching(/is a page.*as JSON/) })
  })

  test('prints JSON for machines, and ends with 2 when there is nothing to check', async () => {
    const { code, out } = await licet('verify', file('good.json', bundle), '--json')
    expect(code).toBe(0)
    expect(JSON.parse(out)).toMatchObject({ valid: true, keysFrom: 'file', claims: { lic: bundle.license.id } })
    expect((await licet('verify', join(folder, 'missing.json'))).code).toBe(2)
    expect((await licet('verify', file('no.json', '{"a":1}'))).code).toBe(2)
    expect((await licet('verify', file('twice.json', '{"receipt":"a","receipt":"b"}'))).code).toBe(2)
  })
})

function flip(receipt: string): string {
  const at = receipt.length - 10
  return receipt.slice(0, at) + (receipt[at] === 'A' ? 'B' : 'A') + receipt.slice(at + 1)
}
