import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { createService, type Service, type Storage } from '../../../src/service/index.ts'
import { createNodeCrypto, openPostgresStorage } from '../../../src/service/node.ts'
import { assertAuditLine, readAuditHeads, tamper } from '../../fixtures/audit.ts'
import { AUTH_URL } from '../../fixtures/auth-url.ts'
import { call } from '../../fixtures/caller.ts'
import { createPostgresDatabase } from '../../fixtures/databases.ts'
import { startLicet } from '../../fixtures/licet-process.ts'
import { runLicet } from '../../fixtures/run-licet.ts'
import { projectRoot } from '../../support/run-command.ts'

const DAY_MS = 86_400_000

type Jwk = Readonly<Record<string, string>>

let database: Awaited<ReturnType<typeof createPostgresDatabase>>
let storage: Storage
let skewMs = 0
const folder = mkdtempSync(join(tmpdir(), 'licet-audit-'))
const file = (name: string) => join(folder, name)
const openService = () => createService({ authUrl: AUTH_URL, storage, crypto: createNodeCrypto(), now: () => Date.now() + skewMs })
const audit = (...args: string[]) => runLicet(['audit', ...args], { env: { DATABASE_URL: database.url } })

/** Waits until a condition is true. */
const until = (check: () => boolean | Promise<boolean>) =>
  vi.waitFor(async () => expect(await check()).toBe(true), { timeout: 30_000, interval: 100 })

/** Writes the events of a day: one chain with a head. */
async function writeDay(names: readonly string[]): Promise<void> {
  const service = await openService()
  for (const name of names) await service.admin.createOrganization({ name })
  await service.close()
}

beforeAll(async () => {
  database = await createPostgresDatabase({ empty: true })
  storage = openPostgresStorage(database.url)
  await writeDay(['First', 'Second', 'Third'])
  skewMs = DAY_MS
  await writeDay(['Next day'])
  skewMs = 0
  const service = await openService()
  // Closes the chain of the migration.
  await service.cleanUp()
  writeFileSync(file('keys.json'), JSON.stringify((await call(service, '/.well-known/jwks.json')).body))
  await service.close()
})
afterAll(async () => {
  await storage.close()
  await database.stop()
  rmSync(folder, { recursive: true })
})

test('`audit export` prints lines of the published schema, and `audit verify` proves them offline with the key set', async () => {
  const { code, out, err } = await audit('export')
  expect([code, err]).toEqual([0, ''])
  const lines = out.trimEnd().split('\n')
  for (const line of lines) assertAuditLine(JSON.parse(line))
  expect(lines.map((line) => JSON.parse(line).action).filter((action) => action === 'organization.created')).toHaveLength(4)
  expect(lines.map((line) => JSON.parse(line).action)).toContain('schema.migrated')
  writeFileSync(file('all.ndjson'), out)
  const offline = (...args: string[]) => runLicet(['audit', 'verify', '--file', file('all.ndjson'), ...args])
  expect(await offline('--keys', file('keys.json'))).toMatchObject({ code: 0, out: expect.stringContaining('Proven') })
  // Regression: without the newest chain, the first sentence still said that nothing was changed.
  const cut = lines.filter((line) => JSON.parse(line).number !== 3)
  writeFileSync(file('cut.ndjson'), cut.join('\n'))
  const shortened = await runLicet(['audit', 'verify', '--file', file('cut.ndjson'), '--keys', file('keys.json')])
  expect([shortened.code, shortened.out.split('\n')[0]]).toEqual([
    0,
    'Proven from head 1 to head 2: no event of this part was changed, added or removed.',
  ])
  expect(await offline()).toMatchObject({ code: 2, out: expect.stringContaining('not proven') })
  expect(await offline('--keys', file('none.json'))).toMatchObject({
    code: 2,
    err: expect.stringContaining(`The key set ${file('none.json')} cannot be read.`),
  })
  const report = JSON.parse((await offline('--keys', file('keys.json'), '--json')).out)
  expect(report).toMatchObject({ result: 'proven', events: lines.length - 3, closed: 3, open: 0, abandoned: 1, faults: [] })
  // SIEMs write JSON in another order.
  const moved = lines.map((line) =>
    JSON.stringify(Object.fromEntries(Object.entries(JSON.parse(line)).reverse()), null, ' ').replaceAll('\n', ''),
  )
  writeFileSync(file('moved.ndjson'), moved.join('\r\n'))
  expect(await runLicet(['audit', 'verify', '--file', file('moved.ndjson'), '--keys', file('keys.json')])).toMatchObject({
    code: 0,
  })
})

test('`audit export --from` leaves out the events of other days, and the file is consistent and not proven', async () => {
  const day = new Date(Date.now() + DAY_MS).toISOString().slice(0, 10)
  const { out } = await audit('export', '--from', day, '--to', day)
  expect(out.match(/organization\.created/g)).toHaveLength(1)
  writeFileSync(file('day.ndjson'), out)
  const verified = await runLicet(['audit', 'verify', '--json', '--file', file('day.ndjson'), '--keys', file('keys.json')])
  expect(JSON.parse(verified.out)).toMatchObject({ result: 'consistent', omitted: 2, events: 1 })
  expect(await runLicet(['audit', 'verify', '--file', file('day.ndjson'), '--keys', file('keys.json')])).toMatchObject({
    code: 2,
    out: expect.stringContaining('Consistent from head 1 to head 3, but not proven: events were left out.'),
  })
  expect(await audit('export', '--from', 'yesterday')).toMatchObject({ code: 2, err: expect.stringContaining('2026-11-23') })
})

test('`audit verify` names the first line of a file that was changed, removed, added or moved', async () => {
  const lines = readFileSync(file('all.ndjson'), 'utf8').trimEnd().split('\n')
  const [first = ''] = lines.flatMap((line) => (line.includes('organization.created') ? [JSON.parse(line).chain] : []))
  const at = lines.findIndex((line) => JSON.parse(line).chain === first && JSON.parse(line).sequence === 2)
  const verifyLines = async (changed: readonly string[]) => {
    writeFileSync(file('changed.ndjson'), changed.join('\n'))
    const { code, out } = await runLicet([
      'audit',
      'verify',
      '--json',
      '--file',
      file('changed.ndjson'),
      '--keys',
      file('keys.json'),
    ])
    return [
      code,
      ...JSON.parse(out).faults.map((fault: { kind: string; sequence?: number; number?: number }) => [
        fault.kind,
        fault.sequence ?? `head ${fault.number}`,
      ]),
    ]
  }
  const line = lines[at] ?? ''
  const replaced = (text: string) => lines.with(at, text)
  expect(await verifyLines(replaced(line.replace('organization.created', 'organization.removed')))).toEqual([1, ['changed', 2]])
  expect(await verifyLines(lines.toSpliced(at, 1))).toEqual([1, ['missing', 2]])
  expect(await verifyLines(lines.toSpliced(at, 0, line))).toEqual([1, ['inserted', 2]])
  expect(await verifyLines(lines.toSpliced(at, 2, lines[at + 1] ?? '', line))).toEqual([1, ['reordered', 2]])
  const heads = lines.flatMap((one, place) => (one.includes('"type":"head"') ? [place] : []))
  const [head = 0] = heads.filter((place) => JSON.parse(lines[place] ?? '').number === 2)
  const { chain } = JSON.parse(lines[head] ?? '')
  const without = lines.filter((one) => JSON.parse(one).chain !== chain)
  expect(await verifyLines(without)).toEqual([1, ['missing', 'head 2']])
  const forged = JSON.parse(lines[head] ?? '')
  const [protectedHeader, , signature] = forged.head.split('.')
  const claims = JSON.parse(Buffer.from(forged.head.split('.')[1], 'base64url').toString())
  const payload = Buffer.from(JSON.stringify({ ...claims, length: claims.length })).toString('base64url')
  const body = Buffer.from(JSON.stringify({ ...claims, closedBy: 'nobody' })).toString('base64url')
  expect(payload).toBe(forged.head.split('.')[1])
  const replacedHead = lines.with(head, JSON.stringify({ ...forged, head: [protectedHeader, body, signature].join('.') }))
  expect((await verifyLines(replacedHead)).flat()).toContain('forged')
  expect(await runLicet(['audit', 'verify', '--file', file('missing.ndjson')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('cannot be read'),
  })
  expect(await runLicet(['audit', 'verify', '--file', join(projectRoot, 'README.md')])).toMatchObject({
    code: 2,
    err: expect.stringContaining('Line 1'),
  })
})

// Regression: the newest chains could be deleted with their heads, and the rest of the log was "proven".
test('`audit verify --head` keeps the last head, and refutes a log that ends before it or has another one', async () => {
  const lines = readFileSync(file('all.ndjson'), 'utf8').trimEnd().split('\n')
  const { chain: newest } = JSON.parse(lines.find((line) => JSON.parse(line).number === 3) ?? '')
  writeFileSync(file('cut.ndjson'), lines.filter((line) => JSON.parse(line).chain !== newest).join('\n'))
  const keptFile = file('head.json')
  const verify = (name: string) =>
    runLicet(['audit', 'verify', '--file', file(name), '--keys', file('keys.json'), '--head', keptFile])
  const readKept = () => JSON.parse(readFileSync(keptFile, 'utf8'))
  expect(await verify('cut.ndjson')).toMatchObject({ code: 0, err: expect.stringContaining('did not exist') })
  expect(readKept()).toMatchObject({ number: 2 })
  expect(await verify('all.ndjson')).toMatchObject({ code: 0, err: '', out: expect.stringContaining('It is kept in') })
  const kept = readKept()
  expect(kept).toMatchObject({ number: 3, signed: expect.any(String), hash: expect.any(String) })
  const ended = await verify('cut.ndjson')
  expect(ended).toMatchObject({ code: 1, out: expect.stringContaining('missing: head 3. The log ends with head 2.') })
  expect(readKept()).toEqual(kept)
  writeFileSync(keptFile, JSON.stringify({ ...kept, hash: 'another' }))
  expect(await verify('all.ndjson')).toMatchObject({
    code: 1,
    out: expect.stringContaining('changed: head 3. The log has another'),
  })
  expect(await audit('verify', '--head', keptFile)).toMatchObject({ code: 1, out: expect.stringContaining('changed: head 3') })
  writeFileSync(keptFile, 'no head')
  expect(await verify('all.ndjson')).toMatchObject({ code: 2, err: expect.stringContaining('Nothing was verified') })
  expect(readFileSync(keptFile, 'utf8')).toBe('no head')
})

// Regression: the result was "Refuted: the log was changed", although only the key set was wrong.
test.each<[string, (key: Jwk) => object]>([
  ['another type', ({ kid }: Jwk) => ({ kid, kty: 'RSA', n: 'AQAB'.repeat(85), e: 'AQAB' })],
  ['another curve', (key: Jwk) => ({ ...key, crv: 'P-384' })],
  ['no point of the curve', (key: Jwk) => ({ ...key, x: key.y })],
  ['no members', ({ kid }: Jwk) => ({ kid })],
])('`audit verify` reports a key set as unusable whose key has the right id and %s', async (_, change) => {
  const { keys } = JSON.parse(readFileSync(file('keys.json'), 'utf8')) as { keys: Jwk[] }
  writeFileSync(file('unusable.json'), JSON.stringify({ keys: keys.map(change) }))
  const { code, out, err } = await audit('verify', '--keys', file('unusable.json'))
  expect([code, out]).toEqual([2, ''])
  const isNamed = err.includes(`The key ${keys[0]?.kid} of the key set is not a public key of the curve P-256`)
  expect(isNamed || err.includes('The key set has no public key of the curve P-256')).toBe(true)
})

test('`audit verify` names the first row of the database that was changed, removed, added or moved', async () => {
  const [{ chain } = { chain: '' }] = (await readAuditHeads(storage)).filter(({ claims }) => claims.length === 4)
  const verify = async () => {
    const { code, out } = await audit('verify', '--json', '--keys', file('keys.json'))
    return [
      code,
      ...JSON.parse(out).faults.map(({ kind, sequence, number }: Record<string, unknown>) => [kind, sequence ?? `head ${number}`]),
    ]
  }
  expect(await verify()).toEqual([0])
  const event = (sequence: number) => `chain = '${chain}' AND sequence = ${sequence}`
  await storage.query('CREATE TABLE kept_events AS SELECT * FROM licet.audit_events')
  await storage.query('CREATE TABLE kept_chains AS SELECT * FROM licet.audit_chains')
  const restore = () =>
    tamper(
      storage,
      `DELETE FROM licet.audit_events; DELETE FROM licet.audit_chains; INSERT INTO licet.audit_chains SELECT * FROM kept_chains;
       INSERT INTO licet.audit_events SELECT * FROM kept_events`,
    )
  const renumber = (from: number, by: number) =>
    `UPDATE licet.audit_events SET sequence = -sequence WHERE chain = '${chain}' AND sequence >= ${from};
     UPDATE licet.audit_events SET sequence = ${by} - sequence WHERE chain = '${chain}' AND sequence < 0;`
  const linked = (text: string, former: string) => `sha256(${former} || convert_to(${text}, 'UTF8'))`
  const hashOf = (sequence: number) => `(SELECT hash FROM licet.audit_events WHERE ${event(sequence)})`
  const cases: readonly (readonly [string, string, readonly unknown[]])[] = [
    ['a member', `UPDATE licet.audit_events SET event = replace(event, 'operator', 'device') WHERE ${event(2)}`, ['changed', 2]],
    ['not JSON', `UPDATE licet.audit_events SET event = 'nothing' WHERE ${event(3)}`, ['changed', 3]],
    ['a removed row', `DELETE FROM licet.audit_events WHERE ${event(2)}`, ['missing', 2]],
    ['a removed last row', `DELETE FROM licet.audit_events WHERE ${event(4)}`, ['missing', 4]],
    [
      'a removed row, with later ones numbered again',
      `DELETE FROM licet.audit_events WHERE ${event(2)}; ${renumber(3, -1)}`,
      ['missing', 2],
    ],
    [
      'an added last row',
      `INSERT INTO licet.audit_events SELECT chain, 5, event, ${linked('event', 'hash')} FROM licet.audit_events WHERE ${event(4)}`,
      ['inserted', 5],
    ],
    ['an added row', `${renumber(2, 1)} INSERT INTO licet.audit_events VALUES ('${chain}', 2, '{}', sha256('x'))`, ['inserted', 2]],
    [
      'an added row with a hash that follows',
      `${renumber(3, 1)} INSERT INTO licet.audit_events VALUES ('${chain}', 3, '{}', ${linked(`'{}'`, hashOf(2))})`,
      ['inserted', 3],
    ],
    [
      'two rows in another order',
      `UPDATE licet.audit_events SET sequence = -3 WHERE ${event(3)}; UPDATE licet.audit_events SET sequence = 3 WHERE ${event(2)}; UPDATE licet.audit_events SET sequence = 2 WHERE chain = '${chain}' AND sequence = -3`,
      ['reordered', 2],
    ],
    [
      'the last row with its hash',
      `UPDATE licet.audit_events SET event = '{}', hash = ${linked(`'{}'`, hashOf(3))} WHERE ${event(4)}`,
      ['changed', 4],
    ],
    [
      'a removed chain',
      `DELETE FROM licet.audit_events WHERE chain = (SELECT id FROM licet.audit_chains WHERE number = 2); DELETE FROM licet.audit_chains WHERE number = 2`,
      ['missing', 'head 2'],
    ],
    [
      'a chain that claims to be removed by the retention',
      `UPDATE licet.audit_chains SET removed = now() WHERE id = '${chain}'; DELETE FROM licet.audit_events WHERE chain = '${chain}'`,
      ['missing', 1],
    ],
    [
      'a chain that is open again',
      `UPDATE licet.audit_chains SET head = NULL, number = NULL WHERE number = 2`,
      ['missing', 'head 2'],
    ],
  ]
  for (const [title, statement, expected] of cases) {
    await tamper(storage, statement)
    expect([title, ...(await verify())]).toEqual([title, 1, expected])
    await restore()
    expect(await verify()).toEqual([0])
  }
})

// Regression: anyone who could change the log could change the keys in the same database, and the verdict was "proven".
test('`audit verify` without `--keys` proves nothing, because the keys are from the same database as the log', async () => {
  const { code, out } = await audit('verify')
  expect(code).toBe(2)
  expect(out).toContain('not proven: the keys are from the same database as the log (add --keys')
  const { result, keys, faults } = JSON.parse((await audit('verify', '--json')).out)
  expect({ result, keys, faults }).toEqual({ result: 'consistent', keys: 'database', faults: [] })
  const proven = JSON.parse((await audit('verify', '--json', '--keys', file('keys.json'))).out)
  expect(proven).toMatchObject({ result: 'proven', keys: 'given' })
})

test('a head whose key was removed is proven by the next head', async () => {
  const service = await openService()
  const former = JSON.parse(readFileSync(file('keys.json'), 'utf8')).keys[0].kid
  await service.rotateSigningKey({ delayMs: 0 })
  await service.close()
  await storage.query("UPDATE licet.signing_keys SET retired = retired - interval '1 minute'")
  const later = await openService()
  await later.removeSigningKey(former)
  const { body } = await call(later, '/.well-known/jwks.json')
  expect(body.keys.map(({ kid }: { kid: string }) => kid)).not.toContain(former)
  await later.close()
  writeFileSync(file('later-keys.json'), JSON.stringify(body))
  expect(await audit('verify', '--keys', file('later-keys.json'))).toMatchObject({ code: 0 })
})

// Regression: the command ended with the first restart of PostgreSQL, and the events until somebody started it again were missing.
test('`audit follow` waits while the database is unavailable, and then prints what it has missed', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const errors: string[] = []
  const ended = run(['audit', 'follow'], {
    out: (line) => lines.push(line),
    err: (line) => errors.push(line),
    now: Date.now,
    env: { DATABASE_URL: database.url },
    cwd: '.',
    signal: stop.signal,
  })
  const service: Service = await openService()
  await until(async () => {
    await service.admin.createOrganization({ name: 'Before' })
    return lines.length > 0
  })
  const { name, server } = { name: new URL(database.url).pathname.slice(1), server: new URL(database.url) }
  server.pathname = '/postgres'
  const other = new pg.Client({ connectionString: server.href })
  await other.connect()
  try {
    await other.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS false`)
    await other.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1', [name])
    await until(() => errors.length > 0)
  } finally {
    await other.query(`ALTER DATABASE "${name}" ALLOW_CONNECTIONS true`)
    await other.end()
  }
  const { orgId } = await service.admin.createOrganization({ name: 'After' })
  await until(() => lines.some((line) => line.includes(orgId)))
  await service.close()
  stop.abort()
  expect(await ended).toBe(0)
  expect(errors).toEqual([expect.stringContaining('unavailable'), expect.stringContaining('available again')])
  const ids = lines.map((line) => JSON.parse(line)).map(({ chain, sequence, number }) => `${chain} ${sequence ?? `head ${number}`}`)
  expect(new Set(ids).size).toBe(ids.length)
})

test('`audit follow` prints new events and heads until it is stopped', async () => {
  const stop = new AbortController()
  const lines: string[] = []
  const ended = run(['audit', 'follow'], {
    out: (line) => lines.push(line),
    err: () => undefined,
    now: Date.now,
    env: { DATABASE_URL: database.url },
    cwd: '.',
    signal: stop.signal,
  })
  // It prints only what comes after its start, so an event is written until one is printed.
  const service: Service = await openService()
  await until(async () => {
    await service.admin.createOrganization({ name: 'Followed' })
    return lines.length > 0
  })
  const { orgId } = await service.admin.createOrganization({ name: 'Last' })
  await until(() => lines.some((line) => line.includes(orgId)))
  await service.close()
  await until(() => lines.some((line) => line.includes('"type":"head"')))
  stop.abort()
  expect(await ended).toBe(0)
  const events = lines.map((line) => JSON.parse(line))
  for (const event of events) assertAuditLine(event)
  const ids = events.map(({ chain, sequence, number }) => `${chain} ${sequence ?? `head ${number}`}`)
  expect(new Set(ids).size).toBe(ids.length)
})

test('the start of a killed service is in the log, without secrets, and the next process closes its chain', async () => {
  const [url, password] = [new URL(database.url), 'not-in-the-log']
  url.password = password
  const killed = await startLicet('--database-url', url.href, '--auth-url', AUTH_URL, '--max-connections', '3')
  let chain = ''
  try {
    await until(async () => {
      const line = (await audit('export')).out.split('\n').findLast((text) => text.includes('service.started'))
      if (line === undefined) return false
      const started = JSON.parse(line)
      expect(started.details.configuration).toMatchObject({
        authUrl: AUTH_URL,
        maxConnections: 3,
        database: expect.stringContaining(url.host),
      })
      expect(line).not.toContain(password)
      chain = started.chain
      return true
    })
  } finally {
    await killed.stop()
  }
  skewMs = 600_000
  const next = await openService()
  await next.cleanUp()
  await next.close()
  skewMs = 0
  const head = (await readAuditHeads(storage)).find((one) => one.chain === chain)
  expect(head?.claims).toMatchObject({ closedBy: 'another process' })
  expect(await audit('verify', '--keys', file('later-keys.json'))).toMatchObject({
    code: 0,
    out: expect.stringContaining('Chains that another process closed: '),
  })
})
