import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { execPath } from 'node:process'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'
import { plainEnvironment, projectRoot } from '../../support/run-command.ts'

const DATABASE_URL = 'postgres://licet@127.0.0.1:1/licet'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

/** Runs `licet` as if a package were not installed, with the error of Node.js. Vite, which runs the sources, imports packages by their path. */
async function runWithout(name: string, ...args: string[]) {
  const hooks = `export async function resolve(specifier, context, next) {
    if (specifier !== '${name}' && !specifier.includes('/node_modules/${name}/')) return next(specifier, context)
    throw Object.assign(new Error("Cannot find package '${name}' imported from licet"), { code: 'ERR_MODULE_NOT_FOUND' })
  }`
  const register = `import { register } from 'node:module'; register(${JSON.stringify(toUrl(hooks))})`
  const child = spawn(execPath, ['--import', toUrl(register), join(projectRoot, 'test/support/licet.mjs'), ...args], {
    env: plainEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  const [out, err] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: child.exitCode, out, err }
}

function toUrl(code: string): string {
  return `data:text/javascript,${encodeURIComponent(code)}`
}

// Regression: the hint for a missing pino listed the embedded database instead of pg.
test.each(['pino', 'hono', '@hono/node-server'])('without %s, `licet serve` names the packages for PostgreSQL', async (name) => {
  const { code, err } = await runWithout(name, 'serve', '--database-url', DATABASE_URL)
  expect([code, err]).toEqual([2, expect.stringContaining(`The package ${name} is not installed.`)])
  expect(err).toContain('npm install hono @hono/node-server pg pino\n')
})

test('without the embedded database, `licet serve` names it, and how to do without it', async () => {
  const { code, err } = await runWithout('@electric-sql/pglite', 'serve', '--memory', '--port', '0')
  expect([code, err]).toEqual([2, expect.stringContaining('npm install hono @hono/node-server @electric-sql/pglite pino\n')])
  expect(err).toContain('set DATABASE_URL, and install pg')
})

// Regression: it left an empty folder, which later commands took for a database.
test('without the embedded database, a command creates no folder for it', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'licet-missing-'))
  try {
    const args = ['--name', 'A', '--email', 'a@example.com', '--data-dir', join(folder, 'service')]
    const { code, err } = await runWithout('@electric-sql/pglite', 'provider', 'create', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining('The package @electric-sql/pglite is not installed.')])
    expect(readdirSync(folder)).toEqual([])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

// Regression: `licet doctor` advised to correct DATABASE_URL.
test('without pg, each command names it as the fix', async () => {
  const doctor = await runWithout('pg', 'doctor', '--database-url', DATABASE_URL)
  expect(doctor.out).toMatch(/fault {4}database: The package pg is not installed.*\n {9}To fix this: Run npm install pg\.\n/)
  for (const workers of ['1', '2']) {
    const served = await runWithout('pg', 'serve', '--database-url', DATABASE_URL, '--port', '0', '--workers', workers)
    expect([served.code, served.err]).toEqual([2, expect.stringContaining('Run npm install pg.')])
  }
})

/** A file that both fail to use: with TypeScript because of its member, and without it because of its syntax. */
function writeConfig(): string {
  const file = join(mkdtempSync(join(tmpdir(), 'licet-config-')), 'licet.config.ts')
  writeFileSync(file, 'const port: number = 8787\nexport default { maxConection: port } satisfies object\n')
  return file
}

test('licet.config.ts is read by every version of Node.js, before 22.18 by jiti', async () => {
  const file = writeConfig()
  const { code, err } = await runWithout('nothing', 'serve', '--config', file)
  rmSync(dirname(file), { recursive: true })
  expect([code, err]).toEqual([2, expect.stringContaining('is not an option. Write maxConnections')])
})

test('without jiti, a Node.js that does not read TypeScript names both fixes', async () => {
  const file = writeConfig()
  const { code, err } = await runWithout('jiti', 'serve', '--config', file)
  rmSync(dirname(file), { recursive: true })
  // Vite runs the sources where `dist` is not built, and reads TypeScript.
  const reads = Boolean(Reflect.get(process.features, 'typescript')) || !process.env.LICET_IS_BUILT
  const expected = reads ? 'is not an option. Write maxConnections' : 'Run npm install jiti, or use Node.js 22.18 or newer.'
  expect([code, err]).toEqual([2, expect.stringContaining(expected)])
})

test('without prom-client, a start with metrics names it', async () => {
  for (const workers of ['1', '2']) {
    const args = ['--database-url', DATABASE_URL, '--port', '0', '--metrics-port', '0', '--workers', workers]
    const { code, err } = await runWithout('prom-client', 'serve', ...args)
    expect([code, err]).toEqual([2, expect.stringContaining('Run npm install prom-client')])
  }
})
