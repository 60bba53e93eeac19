import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { createMemoryStorage, ServiceClient, verifyReceipt } from '../../src/client/index.ts'
import { agreement } from '../fixtures/client.ts'
import { quickCrypto } from '../fixtures/quick-crypto.ts'
import { runLicet } from '../fixtures/run-licet.ts'
import { bundleWorker } from '../support/bundle-worker.ts'
import { ensureRuntime } from '../support/platform-packages.ts'
import { freePort, startPostgres, type TestPostgres } from '../support/postgres.ts'
import { type Program, startProgram } from '../support/program.ts'
import { projectRoot, run } from '../support/run-command.ts'

const POLL_MS = 100

/** A project with the files of `deploy`, the tarball and the two packages that they need. */
let project = ''
let postgres: TestPostgres
let port = 0

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'licet-runtimes-'))
  const packages = (['hono', 'pg'] as const).map((name) => `${name}@${manifest.devDependencies[name]}`)
  writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }))
  const options = ['--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts']
  await run('npm', ['install', ...options, inject('tarball'), ...packages], { cwd: project })
  for (const name of ['deno', 'workers'])
    cpSync(join(project, 'node_modules/licet/deploy', name), join(project, name), { recursive: true })
  postgres = await startPostgres()
})
afterAll(async () => {
  await postgres?.stop()
  rmSync(project, { recursive: true, force: true })
})
beforeEach(async () => {
  port = await freePort()
})

/** Runs a command on the database, as an operator does on another machine. */
async function licet(...args: string[]): Promise<string> {
  const { code, out, err } = await runLicet([...args, '--database-url', postgres.url])
  expect([code, err]).toEqual([0, ''])
  return out
}

/** Creates a provider, agrees as a device, and checks the license, its receipt and its end, all over HTTP. */
async function expectService(authUrl: string, program: Program): Promise<void> {
  for (;;) {
    if (program.child.exitCode !== null) await program.printed(/(never printed)/)
    const ready = await fetch(`${authUrl}/readyz`).catch(() => undefined)
    if (ready?.status === 200) break
    await new Promise((resolve) => setTimeout(resolve, POLL_MS))
  }
  const created = JSON.parse(await licet('provider', 'create', '--name', 'My shop', '--email', 'you@example.com', '--json'))
  const device = { origin: 'com.example.shop', userId: `user-${port}`, storage: createMemoryStorage(), crypto: quickCrypto }
  const provider = { id: created.providerId, publicKey: created.pubKey }
  const client = new ServiceClient({ authUrl, provider, agreement, ...device })
  try {
    const license = await client.createLicense({ terms: client.terms() })
    expect(license.status).toBe('active')
    expect(await verifyReceipt(license.receipt, await client.getKeySet(), { issuer: authUrl })).toMatchObject({ lic: license.id })
    const use = { usecase: 'analytics', destination: 'acme.example' } as const
    expect(await client.verifyLicense(use)).toMatchObject({ verified: true })
    // Many requests at the same time, because a Worker must not share connections between them.
    await Promise.all(Array.from({ length: 20 }, () => client.verifyLicense(use)))
    await client.revokeLicense()
    expect(await client.verifyLicense(use)).toMatchObject({ verified: false })
    const shown = JSON.parse(await licet('license', 'show', license.id, '--json'))
    expect(shown.status).toBe('revoked')
  } finally {
    await client.close()
  }
}

it('Deno runs the service with the file of deploy/deno: it migrates, stores a license and verifies it', async () => {
  const authUrl = `http://127.0.0.1:${port}`
  const [, permissions = ''] = /deno run (.+) main\.ts/.exec(readFileSync(join(project, 'deno/main.ts'), 'utf8')) ?? []
  // The import map names the packages of the registry, and this test has the tarball.
  rmSync(join(project, 'deno/deno.json'))
  const program = startProgram(
    await ensureRuntime('deno'),
    ['run', '--node-modules-dir=manual', ...permissions.split(' '), 'deno/main.ts'],
    {
      cwd: project,
      env: { DATABASE_URL: postgres.url, LICET_AUTH_URL: authUrl, PORT: String(port), DENO_NO_UPDATE_CHECK: '1', NO_COLOR: '1' },
    },
  )
  try {
    await expectService(authUrl, program)
  } finally {
    await program.stop()
  }
})

it('the files compile with strict options', async () => {
  const declarations = 'declare const Deno: any\n'
  writeFileSync(join(project, 'deno.d.ts'), declarations)
  const compilerOptions = {
    ...{ target: 'ES2022', lib: ['ES2023', 'WebWorker'], module: 'ESNext', moduleResolution: 'Bundler' },
    ...{ strict: true, noImplicitAny: false, exactOptionalPropertyTypes: true, skipLibCheck: true, noEmit: true, types: ['node'] },
    typeRoots: [join(projectRoot, 'node_modules/@types')],
    paths: { pg: [join(projectRoot, 'node_modules/@types/pg')] },
  }
  writeFileSync(
    join(project, 'tsconfig.json'),
    JSON.stringify({ compilerOptions, include: ['*.d.ts', 'deno/*.ts', 'workers/*.ts'] }),
  )
  await run(join(projectRoot, 'node_modules/.bin/tsc'), ['-p', project])
})

it('workerd runs the service with the files of deploy/workers: it stores a license and verifies it', async () => {
  const authUrl = `http://127.0.0.1:${port}`
  const settings = JSON.parse(readFileSync(join(project, 'workers/wrangler.jsonc'), 'utf8').replace(/^\/\/.*$/gm, ''))
  await licet('migrate')
  await bundleWorker(project, `workers/${settings.main}`, 'worker.js')
  const database = new URL(postgres.url)
  writeFileSync(
    join(project, 'worker.capnp'),
    `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .licet),
    (name = "database", external = (address = "${database.host}", tcp = ())),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const licet :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "${settings.compatibility_date}",
  bindings = [
    (name = "LICET_AUTH_URL", text = "${authUrl}"),
    (name = "HYPERDRIVE", hyperdrive = (designator = "database", database = "postgres", user = "licet", password = "unused", scheme = "postgresql")),
  ],
);
`,
  )
  const program = startProgram(await ensureRuntime('workerd'), ['serve', 'worker.capnp'], { cwd: project })
  try {
    await expectService(authUrl, program)
  } finally {
    await program.stop()
  }
})
