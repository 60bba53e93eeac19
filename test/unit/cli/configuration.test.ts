import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { CommandInput } from '../../../src/cli/command.ts'
import { readServeOptions } from '../../../src/cli/commands/serve/read-options.ts'
import { toFlag, toVariable } from '../../../src/cli/configuration/config-option.ts'
import { SERVE } from '../../../src/cli/configuration/serve-flags.ts'
import { runLicet, startServe } from '../../fixtures/run-licet.ts'
import { withServeOptions } from '../../support/reference/serve-options.ts'
import { projectRoot } from '../../support/run-command.ts'

const root = mkdtempSync(join(tmpdir(), 'licet-configuration-'))
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** Creates a folder with files. */
function folderWith(files: Readonly<Record<string, string>> = {}): string {
  const folder = mkdtempSync(join(root, 'folder-'))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(folder, name), text)
  return folder
}

interface Sources {
  readonly values?: CommandInput['values']
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

/** Reads the options of `serve()` from flags, variables and the files of a folder. */
function read({ values = {}, env = {}, cwd = folderWith() }: Sources) {
  const io = { out: () => undefined, err: () => undefined, now: Date.now, env, cwd, signal: new AbortController().signal }
  return readServeOptions({ values, positionals: [] }, io)
}

/** A value of each option that is not its default, as a text and as a member of the file. */
const EXAMPLES: Readonly<Record<keyof typeof SERVE, readonly [string, unknown]>> = {
  port: ['9000', 9000],
  host: ['127.0.0.2', '127.0.0.2'],
  authUrl: ['https://auth.example.com', 'https://auth.example.com'],
  trailUrl: ['https://trail.example.com', 'https://trail.example.com'],
  allowHttp: ['true', true],
  cors: ['https://a.example,https://b.example', ['https://a.example', 'https://b.example']],
  workers: ['3', 3],
  databaseUrl: ['postgres://licet@db.example/licet', 'postgres://licet@db.example/licet'],
  databaseReadUrl: ['postgres://licet@standby.example/licet', 'postgres://licet@standby.example/licet'],
  databasePassword: ['pass/word', 'pass/word'],
  dataDir: ['data', 'data'],
  memory: ['on', true],
  allowEmbedded: ['1', true],
  maxConnections: ['20', 20],
  preparedStatements: ['off', false],
  migrate: ['check', 'check'],
  trustedProxy: ['10.0.0.0/8, 192.0.2.1', ['10.0.0.0/8', '192.0.2.1']],
  webhookDeniedNetwork: ['198.51.100.0/24', ['198.51.100.0/24']],
  webhookProxy: ['http://proxy.example.com:3128', 'http://proxy.example.com:3128'],
  maxSockets: ['100', 100],
  maxSocketsPerAddress: ['50', 50],
  maxBufferedBytes: ['2000000', 2_000_000],
  maxWait: ['700', 700],
  requestTimeout: ['20', 20],
  maxLicensesPerHour: ['0', 0],
  maxTermsPerDay: ['5', 5],
  drain: ['5', 5],
  maxRegistrationsPerHour: ['0', 0],
  maxStrangerBytesPerDay: ['5000000000', 5_000_000_000],
  refreshReuseGrace: ['0', 0],
  refreshChainDays: ['30', 30],
  auditRetentionDays: ['400', 400],
  unknownAfterRestoreDays: ['7', 7],
  keyEncryptionKey: ['MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=', 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='],
  keyEncryptionFormerKey: ['MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE=', 'MDEyMzQ1Njc4OTAxMjM0NTY3ODkwMTIzNDU2Nzg5MDE='],
  keyManagement: ['', ''],
  keyRotationDays: ['90', 90],
  logInterval: ['5', 5],
  witness: ['https://w.example/#w.example+0a1b2c3d+BAAA', ['https://w.example/#w.example+0a1b2c3d+BAAA']],
  timestamp: ['https://tsa.example/', 'https://tsa.example/'],
  metricsPort: ['9464', 9464],
  metricsHost: ['0.0.0.0', '0.0.0.0'],
  logLevel: ['debug', 'debug'],
}
/** Without functions, which only a program in the file can have. */
const NAMES = (Object.keys(SERVE) as (keyof typeof SERVE)[]).filter((name) => SERVE[name].kind !== 'object')

describe('one option', () => {
  test.each(NAMES)('%s has the same effect as a flag, as a variable and in the file', async (name) => {
    const [text, value] = EXAMPLES[name]
    const { kind } = SERVE[name]
    const flag = kind === 'switch' ? value : kind === 'list' ? value : text
    // A password is valid only with a user, and a standby and several workers only with a database.
    const needsDatabase = ['databasePassword', 'databaseReadUrl', 'workers'].includes(name)
    const user = needsDatabase ? 'postgres://licet@db.example/licet' : undefined
    // An earlier key is used only beside the current one.
    const key = name === 'keyEncryptionFormerKey' ? EXAMPLES.keyEncryptionKey[0] : undefined
    const file = {
      ...(user !== undefined && { databaseUrl: user }),
      ...(key !== undefined && { keyEncryptionKey: key }),
      [name]: value,
    }
    const asFlag = await read({
      values: {
        [toFlag(name)]: flag as string,
        ...(user !== undefined && { 'database-url': user }),
        ...(key !== undefined && { 'key-encryption-key': key }),
      },
    })
    const asVariable = await read({
      env: {
        [toVariable(name)]: text,
        ...(user !== undefined && { DATABASE_URL: user }),
        ...(key !== undefined && { LICET_KEY_ENCRYPTION_KEY: key }),
      },
    })
    const asMember = await read({ cwd: folderWith({ 'licet.config.json': JSON.stringify(file) }) })
    const effectOf = ({ options, workers, logLevel }: typeof asFlag) => ({ options, workers, logLevel })
    expect(effectOf(asVariable)).toEqual(effectOf(asFlag))
    expect(effectOf(asMember)).toEqual(effectOf(asFlag))
    expect(effectOf(asFlag)).not.toEqual(effectOf(await read({})))
    expect([asFlag, asVariable, asMember].map(({ printed }) => printed[name]?.source)).toEqual([
      `--${toFlag(name)}`,
      toVariable(name),
      'licet.config.json',
    ])
  })
})

test('workers: auto is one process on each core, and several need PostgreSQL', async () => {
  const env = { DATABASE_URL: 'postgres://licet@db.example/licet' }
  expect((await read({ values: { workers: 'auto' }, env })).workers).toBe(availableParallelism())
  expect((await read({ env })).workers).toBe(1)
  expect((await read({ values: { workers: '1', memory: true } })).workers).toBe(1)
  for (const values of [{ workers: '2' }, { workers: '2', memory: true }, { workers: '2', 'data-dir': 'mine' }])
    await expect(read({ values })).rejects.toMatchObject({ faults: [expect.stringMatching(/workers is 2.*PostgreSQL/)] })
  for (const wrong of ['0', 'many', '1000'])
    await expect(read({ values: { workers: wrong }, env })).rejects.toMatchObject({ faults: [expect.stringContaining('or auto')] })
})

// Regression: a fault of the database hid that several processes cannot use it.
test('several workers in memory are a fault beside every other one', async () => {
  const before = process.env.NODE_ENV
  process.env.NODE_ENV = 'production'
  try {
    await expect(read({ values: { workers: '2', memory: true, 'auth-url': 'none' } })).rejects.toMatchObject({
      faults: [
        expect.stringContaining('NODE_ENV is production and memory is set.'),
        expect.stringContaining('authUrl is not a plain http or https URL.'),
        expect.stringContaining('workers is 2, and the database is in the memory of one process.'),
      ],
    })
  } finally {
    process.env.NODE_ENV = before
  }
})

test('a flag counts before a variable, and a variable before the file', async () => {
  const cwd = folderWith({ 'licet.config.json': '{"port": 1, "maxWait": 1, "maxSockets": 1}' })
  const { options } = await read({ values: { port: '3' }, env: { LICET_PORT: '2', LICET_MAX_WAIT: '2' }, cwd })
  expect(options).toMatchObject({ port: 3, maxWaitMs: 2, maxSockets: 1 })
})

test('the highest source that has a database chooses it', async () => {
  const cwd = folderWith({ 'licet.config.json': '{"databaseUrl": "postgres://file@db/licet"}' })
  const env = { DATABASE_URL: 'postgres://variable@db/licet' }
  expect((await read({ values: { 'data-dir': 'mine' }, env, cwd })).options).toMatchObject({ dataDir: 'mine' })
  expect((await read({ values: { 'data-dir': 'mine' }, env, cwd })).options).not.toHaveProperty('databaseUrl')
  expect((await read({ env, cwd })).options).toMatchObject({ databaseUrl: 'postgres://variable@db/licet' })
  expect((await read({ env: { LICET_MEMORY: 'true' }, cwd })).options).toMatchObject({ memory: true })
  expect((await read({ values: { memory: false }, cwd: folderWith({ 'licet.config.json': '{"memory": true}' }) })).options).toEqual(
    {
      memory: false,
      dataDir: '.licet/service',
    },
  )
})

test('licet.config.mjs is read, and so is the file of --config', async () => {
  const cwd = folderWith({ 'licet.config.mjs': 'export default { port: 4 }', 'other.json': '{"port": 5}' })
  expect((await read({ cwd })).options).toMatchObject({ port: 4 })
  expect((await read({ cwd, values: { config: 'other.json' } })).options).toMatchObject({ port: 5 })
  expect((await read({ cwd, env: { LICET_CONFIG: 'other.json' } })).options).toMatchObject({ port: 5 })
})

test('a password is read from the file that Docker mounts, and is never printed', async () => {
  const cwd = folderWith({ password: 's3cret/word#\n', url: 'postgres://licet:s3cret@db.example:6432/licet?sslmode=verify-full\n' })
  const env = { DATABASE_URL: 'postgres://licet@db.example/licet', LICET_DATABASE_PASSWORD_FILE: join(cwd, 'password') }
  const { options, printed } = await read({ env, cwd })
  expect(options.databaseUrl).toBe('postgres://licet:s3cret%2Fword%23@db.example/licet')
  expect(printed).toMatchObject({
    databaseUrl: { value: 'postgres://licet@db.example/licet', source: 'DATABASE_URL' },
    databasePassword: { value: '(set)', source: 'LICET_DATABASE_PASSWORD_FILE' },
  })
  const fromFile = await read({ env: { LICET_DATABASE_URL_FILE: join(cwd, 'url') }, cwd })
  expect(fromFile.options.databaseUrl).toContain('s3cret')
  expect(fromFile.printed.databaseUrl?.value).toBe('postgres://licet@db.example:6432/licet')
})

test('the password also belongs to a standby without one, and the hosts are printed without it', async () => {
  const databaseUrl = 'postgres://licet@a.example:5432,b.example:5433/licet?target_session_attrs=read-write'
  const env = {
    DATABASE_URL: databaseUrl,
    DATABASE_READ_URL: 'postgres://licet@c.example/licet',
    LICET_DATABASE_PASSWORD: 's3cret',
  }
  const { options, printed } = await read({ env })
  expect(options).toMatchObject({
    databaseUrl: databaseUrl.replace('licet@', 'licet:s3cret@'),
    databaseReadUrl: 'postgres://licet:s3cret@c.example/licet',
  })
  expect(printed.databaseUrl?.value).toBe('postgres://licet@a.example:5432,b.example:5433/licet')
  expect(printed.databaseReadUrl?.value).toBe('postgres://licet@c.example/licet')
  const own = await read({ env: { ...env, DATABASE_READ_URL: 'postgres://reader:other@c.example/licet' } })
  expect(own.options.databaseReadUrl).toBe('postgres://reader:other@c.example/licet')
})

test.each([
  ['DATABASE_READ_URL', 'postgres://a.example,b.example/licet', 'contains several hosts'],
  ['DATABASE_READ_URL', 'mysql://a.example/licet', 'not a connection string'],
  [
    'DATABASE_URL',
    'postgres://a.example,b.example/licet?target_session_attrs=standby',
    'target_session_attrs of the database URL is standby',
  ],
  ['DATABASE_URL', 'postgres://licet@/licet?host=a.example,b.example', 'several hosts in the parameter host'],
  ['DATABASE_URL', 'postgres://a.example,b.example:port/licet', 'not a connection string'],
])('%s=%s is refused', async (variable, value, reason) => {
  const env = { DATABASE_URL: 'postgres://licet@db.example/licet', [variable]: value }
  await expect(read({ env })).rejects.toMatchObject({ faults: [expect.stringContaining(reason)] })
})

test('a standby without a database to write to is refused', async () => {
  const faults = [expect.stringContaining('there is no PostgreSQL database to write to')]
  await expect(read({ env: { DATABASE_READ_URL: 'postgres://a.example/licet' } })).rejects.toMatchObject({ faults })
})

test('reports all faults together, each with its flag, variable and member, and the fix', async () => {
  const cwd = folderWith({
    'licet.config.json': JSON.stringify({ maxConection: 5, maxSockets: 'many', allowEmbedded: 'maybe' }),
  })
  const env = {
    LICET_PORT: '99999',
    LICET_CORS: 'app.example',
    LICET_TRUSTED_PROXY: 'proxy.example',
    LICET_AUTH_URL: 'http://auth.example.com',
    LICET_TRAIL_URL: 'http://trail.example.com',
    LICET_DATABASE_URL: 'mysql://u:s3cret@db/licet',
    LICET_DATABASE_PASSWORD_FILE: join(cwd, 'missing'),
  }
  const { code, out, err } = await runLicet(['serve'], { env, cwd })
  expect([code, out]).toEqual([2, ''])
  expect(err).toContain('The configuration has 10 faults. Nothing was done. Correct it:')
  for (const line of [
    '--port (LICET_PORT, or port in licet.config): "99999" is not valid. Use a whole number from 0 to 65535. It comes from LICET_PORT.',
    '--max-sockets (LICET_MAX_SOCKETS, or maxSockets in licet.config): "many" is not valid. Use a whole number from 1',
    '--allow-embedded (LICET_ALLOW_EMBEDDED, or allowEmbedded in licet.config): "maybe" is neither on nor off. Use true or false.',
    'maxConection in licet.config.json is not an option. Write maxConnections, or remove it.',
    '--cors (LICET_CORS, or cors in licet.config): cors contains a value that is not an origin.',
    '--trusted-proxy (LICET_TRUSTED_PROXY, or trustedProxy in licet.config):',
    '--auth-url (LICET_AUTH_URL, or authUrl in licet.config): authUrl is plain HTTP',
    '--trail-url (LICET_TRAIL_URL, or trailUrl in licet.config): trailUrl is plain HTTP',
    '--database-url (LICET_DATABASE_URL, or databaseUrl in licet.config): The database URL is not a connection string',
    '--database-password (LICET_DATABASE_PASSWORD, or databasePassword in licet.config): the file',
  ]) {
    expect(err).toContain(line)
  }
  expect(err).not.toContain('s3cret')
})

test.each([
  [{ 'licet.config.json': '{' }, 'its syntax is not valid'],
  [{ 'licet.config.json': '[]' }, 'does not contain an object'],
  [{ 'licet.config.json': '{}', 'licet.config.mjs': 'export default {}' }, 'are both in the folder'],
  [{ 'licet.config.mjs': 'throw new Error("no such value")' }, 'no such value'],
])('refuses the files %j', async (files, message) => {
  const { code, err } = await runLicet(['serve'], { cwd: folderWith(files) })
  expect([code, err]).toEqual([2, expect.stringContaining(message)])
})

test('refuses a password that does not fit the connection string, and two sources of one secret', async () => {
  const wrong = [
    { LICET_DATABASE_PASSWORD: 'a', DATABASE_URL: 'postgres://licet:b@db/licet' },
    { LICET_DATABASE_PASSWORD: 'a', DATABASE_URL: 'postgres://db/licet' },
    { LICET_DATABASE_PASSWORD: 'a', LICET_DATABASE_PASSWORD_FILE: '/x', DATABASE_URL: 'postgres://licet@db/licet' },
  ]
  for (const env of wrong) {
    const { code, err } = await runLicet(['provider', 'create', '--name', 'A', '--email', 'a@example.com'], {
      env,
      cwd: folderWith(),
    })
    expect([code, err]).toEqual([2, expect.stringContaining('--database-password (LICET_DATABASE_PASSWORD')])
  }
})

test('a file of a secret that is empty is a fault, and does not start the service without a password', async () => {
  const cwd = folderWith({ password: '\n' })
  const env = { DATABASE_URL: 'postgres://licet@db.example/licet', LICET_DATABASE_PASSWORD_FILE: join(cwd, 'password') }
  const { code, err } = await runLicet(['serve'], { cwd, env })
  expect([code, err]).toEqual([2, expect.stringContaining('password of LICET_DATABASE_PASSWORD_FILE is empty')])
})

test('a variable that Kubernetes sets for a Service of the same name is named as such', async () => {
  const { code, err } = await runLicet(['serve'], { cwd: folderWith(), env: { LICET_PORT: 'tcp://10.0.0.1:8787' } })
  expect([code, err]).toEqual([2, expect.stringContaining('enableServiceLinks: false')])
})

test('names the variable that was probably meant', async () => {
  expect((await read({ env: { LICET_MAX_CONECTIONS: '5', LICET_SOMETHING_ELSE: '1' } })).notices).toEqual([
    'LICET_MAX_CONECTIONS is set and is not an option. It was ignored. Did you mean LICET_MAX_CONNECTIONS?',
  ])
})

test('other commands use the database of the file', async () => {
  const cwd = folderWith({ 'licet.config.json': '{"databaseUrl": "postgres://u:s3cret@127.0.0.1:1/licet", "port": 9000}' })
  const { code, err } = await runLicet(['api-key', 'list', '--email', 'a@example.com'], { cwd })
  expect([code, err]).toEqual([2, expect.stringContaining('ECONNREFUSED')])
  expect(err).not.toContain('s3cret')
})

test('docs/reference/cli.md lists every option; `npm run docs` writes it', () => {
  const page = readFileSync(join(projectRoot, 'docs/reference/cli.md'), 'utf8')
  expect(page).toBe(withServeOptions(page))
})

test('prints the configuration at the start', async () => {
  const { address, stop } = await startServe(['--memory'], { env: { LICET_MAX_WAIT: '700' } })
  expect(address.configuration).toMatchObject({
    memory: { value: true, source: '--memory' },
    maxWait: { value: 700, source: 'LICET_MAX_WAIT' },
    maxSockets: { value: '4096', source: 'default' },
  })
  expect(await stop()).toBe(0)
})
