import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type RunningService, serve } from '../../../src/service/node.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { CSV_COLUMNS } from '../../../src/terms/records/index.ts'
import { call, createTenant, type Tenant } from '../../fixtures/caller.ts'
import { openEmbeddedStorage } from '../../fixtures/databases.ts'
import { sha3, signedRequest } from '../../fixtures/device.ts'
import { runLicet } from '../../fixtures/run-licet.ts'

const folder = mkdtempSync(join(tmpdir(), 'licet-export-'))
let running: RunningService
let storage: Awaited<ReturnType<typeof openEmbeddedStorage>>
let tenant: Tenant
let env: Record<string, string>
const ids: string[] = []
/** Above the size of a page. */
const COUNT = 120
const AGREEMENT = {
  company: {
    name: 'Fresh Basket',
    termsUrl: 'https://basket.example.com/terms',
    privacyUrl: 'https://basket.example.com/privacy',
    address: '1 Market Street, Dublin',
    contact: 'privacy@basket.example.com',
  },
  jurisdiction: 'Ireland',
  compensation: null,
  expiry: null,
}
const NEW_AGREEMENT = { ...AGREEMENT, jurisdiction: 'Portugal' }
const STORAGE = { location: 'IE', retention: 'P2Y' }
const TERMS = compileTerms(defineAgreement(AGREEMENT))
const NEW_TERMS = compileTerms(defineAgreement(NEW_AGREEMENT))
const FORMULA = '=HYPERLINK("https://evil.example")'

beforeAll(async () => {
  storage = await openEmbeddedStorage()
  running = await serve({ port: 0, storage, maxLicensesPerHour: 0 })
  tenant = await createTenant(running.service)
  const { device, token } = await tenant.device()
  for (let n = 0; n < COUNT; n++) {
    // Each replaces the previous one, so that one is active.
    const description = n === COUNT - 1 ? FORMULA : `Number ${n}, "quoted"`
    const { body } = await call(running.service, '/license/create', {
      token,
      json: signedRequest(device, { description, terms: TERMS }),
    })
    ids.push(body.id)
  }
  env = { LICET_URL: running.url, LICET_USER_ID: tenant.userId, LICET_API_KEY: tenant.apiKey }
})
afterAll(async () => {
  await running.close()
  await storage.close()
  rmSync(folder, { recursive: true, force: true })
})

const license = (args: readonly string[], variables: Readonly<Record<string, string>> = env) =>
  runLicet(['license', ...args], { env: variables, cwd: folder })

/** Parses CSV by RFC 4180. */
function parseCsv(text: string): string[][] {
  return text
    .replace(/\r\n$/, '')
    .split('\r\n')
    .map((line) =>
      [...line.matchAll(/(?:^|,)(?:"((?:[^"]|"")*)"|([^,"]*))/g)].map(
        ([, quoted, plain = '']) => quoted?.replaceAll('""', '"') ?? plain,
      ),
    )
}

test('lists every license over all pages, newest first, and selects by status, person and provider', async () => {
  const { code, out } = await license(['list', '--json'])
  expect(code).toBe(0)
  expect(JSON.parse(out).map(({ id }: { id: string }) => id)).toEqual([...ids].reverse())
  const active = await license(['list', '--status', 'active'])
  expect(active.out).toBe(
    `${ids.at(-1)}  active      ${JSON.parse(out)[0].timestamp}  user-1\nShow one of them: licet license show <id>\n`,
  )
  for (const none of [
    ['--ptr', 'nobody'],
    ['--provider', ids[0] ?? ''],
    ['--status', 'erased'],
  ])
    expect((await license(['list', ...none])).out).toBe('No license was found.\n')
  expect(await license(['list', '--status', 'gone'])).toMatchObject({ code: 2, err: expect.stringContaining('--status is "gone"') })
})

test('shows a license as text and as JSON, and reports an unknown one', async () => {
  const [id = ''] = ids
  const shown = await license(['show', id])
  expect(shown.code).toBe(0)
  for (const text of [
    id,
    'superseded',
    'Number 0, "quoted"',
    'analytics, attribution at basket.example.com',
    '# Your data license with Fresh Basket',
  ])
    expect(shown.out).toContain(text)
  expect(JSON.parse((await license(['show', id, '--json'])).out)).toMatchObject({ id, status: 'superseded', ptr: 'user-1' })
  expect(await license(['show', tenant.userId])).toMatchObject({ code: 2, out: '' })
})

test('exports CSV that spreadsheets read without running a formula', async () => {
  const { code, out } = await license(['export'])
  expect(code).toBe(0)
  const [header = [], ...records] = parseCsv(out)
  // Regression: the columns of this file had other names than the columns of toCsv().
  expect(header).toEqual(CSV_COLUMNS)
  const uses = records.map((record) => [record[0], record[header.indexOf('use')]])
  expect(uses).toEqual([...ids].reverse().flatMap((id) => ['analytics', 'attribution'].map((use) => [id, use])))
  for (const record of records) expect(record).toHaveLength(header.length)
  const descriptions = records.map((record) => record[header.indexOf('description')])
  expect([...new Set(descriptions)].slice(0, 2)).toEqual([`'${FORMULA}`, `Number ${COUNT - 2}, "quoted"`])
})

test('exports JSON and NDJSON with the whole record', async () => {
  const json = await license(['export', '--format', 'json'])
  const records = JSON.parse(json.out)
  expect(records).toHaveLength(COUNT)
  expect(records[0]).toMatchObject({
    terms: expect.stringContaining('# Your data license with Fresh Basket'),
    receipt: expect.any(String),
  })
  expect((await license(['export', '--json'])).out).toBe(json.out)
  const lines = (await license(['export', '--format', 'ndjson', '--status', 'active'])).out.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line).id)).toEqual([ids.at(-1)])
  expect(JSON.parse((await license(['export', '--json', '--ptr', 'nobody'])).out)).toEqual([])
})

test('reads the API key from a file, and names what is missing or wrong without the key', async () => {
  const file = join(folder, 'key')
  writeFileSync(file, `${tenant.apiKey}\n`)
  const { LICET_API_KEY: _, ...rest } = env
  expect((await license(['list', '--api-key-file', file], rest)).code).toBe(0)
  expect((await license(['list'], { ...rest, LICET_API_KEY_FILE: file })).code).toBe(0)
  const loop = join(folder, 'loop')
  symlinkSync(loop, loop)
  for (const [variables, message] of [
    [{ LICET_API_KEY: tenant.apiKey }, '--url (or LICET_URL) is missing'],
    [{ LICET_DATA_DIR: join(folder, 'none') }, 'has no database'],
    // As a folder that belongs to another user. Root could read that one.
    [{ LICET_DATA_DIR: loop }, 'cannot be used (ELOOP)'],
    [{ LICET_URL: running.url }, '--user-id (or LICET_USER_ID) is missing'],
    [rest, 'LICET_API_KEY (or --api-key-file) is missing'],
    [{ ...rest, LICET_API_KEY_FILE: join(folder, 'none') }, `The file ${join(folder, 'none')} of the API key cannot be read`],
    [{ ...env, LICET_URL: 'http://licenses.example.com' }, 'plain HTTP on a public address'],
    [{ ...env, LICET_URL: 'localhost' }, '--url (or LICET_URL) is not a plain http or https URL'],
    [{ ...env, LICET_TRAIL_URL: 'licenses' }, '--trail-url (or LICET_TRAIL_URL) is not'],
    [
      { ...env, LICET_URL: running.url.replace('127.0.0.1', 'localhost') },
      'Set LICET_URL or --url to the address that the service reports',
    ],
    [{ ...env, LICET_API_KEY: `${tenant.apiKey}x` }, 'Correct LICET_USER_ID, and LICET_API_KEY'],
  ] as const) {
    const { code, out, err } = await license(['export'], variables)
    expect([code, out, err]).toEqual([2, '', expect.stringContaining(message)])
    expect(err).not.toContain(tenant.apiKey)
  }
})

test('writes a file that replaces the previous one when it is complete, and leaves it as it was when the export fails', async () => {
  const file = join(folder, 'licenses.csv')
  const { code, out } = await license(['export', '--output', 'licenses.csv'])
  expect([code, out]).toEqual([0, ''])
  const whole = readFileSync(file, 'utf8')
  expect(whole).toBe((await license(['export'])).out)
  expect(statSync(file).mode & 0o777).toBe(0o600)
  const failed = await license(['export', '--output', file], { ...env, LICET_API_KEY: 'wrong' })
  expect(failed.code).toBe(2)
  expect(readFileSync(file, 'utf8')).toBe(whole)
  expect(readdirSync(folder).filter((name) => name.startsWith('licenses.csv'))).toEqual(['licenses.csv'])
})

test('exports consent records of ISO/IEC TS 27560 with the time of each end', async () => {
  const [file, bare] = [join(folder, 'agreement.json'), join(folder, 'bare.json')]
  writeFileSync(file, JSON.stringify({ ...AGREEMENT, storage: STORAGE }))
  writeFileSync(bare, JSON.stringify(AGREEMENT))
  const exported = await license(['export', '--format', 'iso27560', '--agreement', file, '--ptr', 'user-1'])
  expect(exported.code, exported.err).toBe(0)
  const records = JSON.parse(exported.out)
  const licenses = JSON.parse((await license(['list', '--json', '--ptr', 'user-1'])).out)
  expect(records.map((record: Record<string, unknown>) => record['dct:identifier'])).toEqual([...ids].reverse())
  expect(records[0]['dpv:hasConsentStatus']).toHaveLength(1)
  // The first agreement ended when the second one was stored.
  const ends = records
    .slice(1)
    .map(
      (record: Record<string, { 'dpv:isIndicatedAtTime': string }[]>) =>
        record['dpv:hasConsentStatus']?.[1]?.['dpv:isIndicatedAtTime'],
    )
  expect(ends).toEqual(licenses.slice(0, -1).map(({ timestamp }: { timestamp: string }) => timestamp))
  expect(await license(['export', '--format', 'iso27560'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--agreement is missing'),
  })
  const incomplete = await license(['export', '--format', 'iso27560', '--agreement', bare])
  expect(incomplete).toMatchObject({ code: 2, out: '', err: expect.stringContaining('storage.location') })
})

// Regression: the export put the company and the law of one agreement on licenses to another text, and exited with 0.
test('refuses a license to another text, and takes the agreement of each license', async () => {
  const { device, token } = await tenant.device('user-9')
  for (const terms of [TERMS, NEW_TERMS])
    await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr: 'user-9', terms }) })
  const files = [AGREEMENT, NEW_AGREEMENT].map((agreement, n) => {
    const file = join(folder, `agreement-${n}.json`)
    writeFileSync(file, JSON.stringify({ ...agreement, storage: STORAGE }))
    return ['--agreement', file]
  })
  const keys = join(folder, 'keys.json')
  writeFileSync(keys, JSON.stringify((await call(running.service, '/.well-known/jwks.json')).body))
  const output = join(folder, 'records.json')
  for (const format of [['iso27560'], ['kantara', '--keys', keys]]) {
    const run = (...args: string[]) => license(['export', '--format', ...format, '--ptr', 'user-9', '--output', output, ...args])
    const refused = await run(...(files[0] ?? []))
    expect(refused).toMatchObject({ code: 2, err: expect.stringMatching(/License [0-9a-f-]{36}: The text of this license/) })
    expect(readdirSync(folder)).not.toContain('records.json')
    // Regression: one license to a made-up text, which anyone can sign, stopped each export, and the error did not say what to do.
    expect(refused.err).toContain('--terms-hash')
    expect(await run(...(files[0] ?? []), '--terms-hash', sha3(TERMS).toString('base64url'))).toMatchObject({ code: 0, err: '' })
    expect(JSON.parse(readFileSync(output, 'utf8'))).toHaveLength(1)
    rmSync(output)
    expect(await run(...files.flat())).toMatchObject({ code: 0, err: '' })
    const records = JSON.parse(readFileSync(output, 'utf8'))
    const laws = records.map((record: object) => /Ireland|Portugal/.exec(JSON.stringify(record))?.[0])
    expect(laws).toEqual(['Portugal', 'Ireland'])
    rmSync(output)
  }
  expect(await license(['export', '--format', 'kantara', ...files.flat()])).toMatchObject({
    code: 2,
    err: expect.stringContaining('--keys is missing'),
  })
})

// Regression: a company could not archive the key, and nothing verified the signature of the device after an erasure.
test('has the public key of the device in each record while the device is registered', async () => {
  const { device, token } = await tenant.device('user-10')
  const json = signedRequest(device, { ptr: 'user-10', terms: TERMS })
  const { id } = (await call(running.service, '/license/create', { token, json })).body
  const shown = async () => JSON.parse((await license(['show', id, '--json'])).out)
  const record = await shown()
  expect(record.pubKey).toBe(device.pubKey)
  expect(JSON.parse((await license(['export', '--format', 'json', '--ptr', 'user-10'])).out)).toEqual([record])
  const [header = [], row = []] = parseCsv((await license(['export', '--ptr', 'user-10'])).out)
  expect(row[header.indexOf('device_key')]).toBe(device.pubKey)
  // The device itself knows its key.
  expect((await call(running.service, `/license/${id}`, { token })).body).not.toHaveProperty('pubKey')

  const [archive, keys] = [join(folder, 'archive.json'), join(folder, 'service-keys.json')]
  writeFileSync(archive, JSON.stringify(record))
  writeFileSync(keys, JSON.stringify((await call(running.service, '/.well-known/jwks.json')).body))
  const erase = ['device', 'erase', '--provider', tenant.provider.providerId, '--ptr', 'user-10']
  expect(await runLicet(erase, { env, cwd: folder })).toMatchObject({ code: 0 })
  expect(await shown()).not.toHaveProperty('pubKey')
  const verified = await runLicet(['verify', archive, '--keys', keys], { cwd: folder })
  expect(verified.out).toContain('The device signed exactly this request.')
})

test('revokes a license and erases a device of a running service', async () => {
  const [fourth, fifth] = [await tenant.device('user-4'), await tenant.device('user-5')]
  const create = async ({ device, token }: typeof fourth, ptr: string) =>
    (await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr }) })).body
  const ended = await create(fourth, 'user-4')
  const revoked = await license(['revoke', ended.id, '--requested-by', 'court', '--channel', 'letter', '--json'])
  expect(revoked.code, revoked.err).toBe(0)
  expect(JSON.parse(revoked.out)).toMatchObject({ requestedBy: 'court', channel: 'letter' })
  expect(JSON.parse((await license(['show', ended.id, '--json'])).out).status).toBe('revoked')
  const { id } = await create(fifth, 'user-5')
  const erase = (...args: string[]) =>
    runLicet(['device', 'erase', '--provider', tenant.provider.providerId, ...args], { env, cwd: folder })
  expect(await erase()).toMatchObject({ code: 2, err: expect.stringContaining('Neither --ptr nor --address') })
  // Regression: an erasure that found nothing was reported as a success.
  const nobody = await erase('--ptr', 'nobody-here', '--json')
  expect(nobody).toMatchObject({ code: 1, err: expect.stringContaining('No device and no license of this provider has this id.') })
  expect(JSON.parse(nobody.out)).toEqual({
    erased: { provider: tenant.provider.providerId, id: 'nobody-here', devices: 0, licenses: 0 },
  })
  expect(await erase('--ptr', 'user-5')).toMatchObject({ code: 0, out: 'Erased 1 device and 1 license.\n' })
  expect(JSON.parse((await license(['show', id, '--json'])).out)).toMatchObject({ status: 'erased', ptr: '' })
})

test('shows and exports who ended a license without its device, and whether the person was vouched for', async () => {
  const { device, token } = await tenant.device('user-2')
  const { body } = await call(running.service, '/license/create', { token, json: signedRequest(device, { ptr: 'user-2' }) })
  const note = 'Letter of 3 May'
  const { timestamp } =
    (await running.service.admin.revokeLicense(body.id, { requestedBy: 'person', channel: 'letter', note })) ?? {}
  const { out } = await license(['show', body.id])
  expect(out).toContain(`revoked      ${timestamp}, requested by person, by letter\nnote         ${note}\n`)
  expect(out).toContain('vouched      no\n')
  const [header = [], record = []] = parseCsv((await license(['export', '--ptr', 'user-2'])).out)
  const read = (column: string) => record[header.indexOf(column)]
  expect(['vouched', 'ended_at', 'ended_by', 'ended_through'].map(read)).toEqual(['false', timestamp, 'person', 'letter'])
})
