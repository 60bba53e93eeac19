import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { publishedModules } from '../support/dist.ts'
import { codeBlocks } from '../support/documents.ts'
import { plainEnvironment, run } from '../support/run-command.ts'

/** A Vite project with the dependencies of `npm create vite`, and the tarball. */
let project = ''
const write = (name: string, content: string) => writeFileSync(join(project, name), content)

beforeAll(async () => {
  project = mkdtempSync(join(tmpdir(), 'licet-install-'))
  const dependencies = Object.fromEntries(
    (['react', 'react-dom', 'vite', 'typescript', '@types/react', '@types/react-dom'] as const).map((name) => [
      name,
      manifest.devDependencies[name],
    ]),
  )
  write(
    'package.json',
    JSON.stringify({ private: true, type: 'module', dependencies: { ...dependencies, licet: `file:${inject('tarball')}` } }),
  )
  write(
    'tsconfig.json',
    JSON.stringify({
      compilerOptions: {
        target: 'ES2022',
        lib: ['ES2023', 'DOM', 'DOM.Iterable'],
        module: 'ESNext',
        moduleResolution: 'Bundler',
        jsx: 'react-jsx',
        strict: true,
        exactOptionalPropertyTypes: true,
        noEmit: true,
        // Checks the published declarations too, for apps without `skipLibCheck`.
        skipLibCheck: false,
        types: ['vite/client'],
      },
      include: ['src'],
    }),
  )
  mkdirSync(join(project, 'src'))
  await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts'], { cwd: project })
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

describe('the packed tarball in an empty Vite project', () => {
  it('installs no server package with the React kit', () => {
    const installed = readdirSync(join(project, 'node_modules'))
    expect(installed.filter((name) => ['hono', '@hono', 'pg', '@electric-sql'].includes(name))).toEqual([])
  })

  it('type-checks and builds the example of the README', async () => {
    const example = codeBlocks('README.md', 'tsx')[0] ?? ''
    write(
      'index.html',
      '<!doctype html><html lang="en"><title>x</title><div id="root"></div><script type="module" src="/src/main.tsx"></script></html>',
    )
    expect(example.trimEnd().split('\n').length).toBeLessThanOrEqual(18)
    write('src/App.tsx', example)
    write(
      'src/main.tsx',
      "import { createRoot } from 'react-dom/client'\nimport App from './App'\nconst root = document.getElementById('root')\nif (root) createRoot(root).render(<App />)\n",
    )
    await run('npx', ['tsc', '--noEmit'], { cwd: project })
    await run('npx', ['vite', 'build'], { cwd: project })
    const assets = readdirSync(join(project, 'dist/assets'))
    expect(assets.some((name) => name.endsWith('.css'))).toBe(true)
    expect(readFileSync(join(project, 'dist/index.html'), 'utf8')).toContain('.js')
  })

  it('loads each subpath that needs no server package in plain Node', async () => {
    const subpaths = [...publishedModules().keys()].filter((subpath) => !/service|testing/.test(subpath))
    const code = subpaths.map((subpath) => `await import(${JSON.stringify(subpath.replace('.', 'licet'))})`).join('\n')
    write('load.mjs', `${code}\nconsole.log('loaded')\n`)
    expect(await run('node', ['load.mjs'], { cwd: project })).toContain('loaded')
  })

  // Regression: the command imported the whole service at its start, so even --help failed with a stack trace.
  it('prints the help of the command without server packages, and names the packages that `licet serve` needs', async () => {
    const licet = join(project, 'node_modules/.bin/licet')
    expect(await run(licet, ['--help'], { cwd: project })).toContain('licet <command>')
    write('receipt.txt', 'e30.e30.c2ln')
    await expect(run(licet, ['verify', 'receipt.txt'], { cwd: project })).rejects.toThrow('--keys')
    for (const command of ['serve', 'dev'])
      await expect(run(licet, [command], { cwd: project })).rejects.toThrow('npm install hono @hono/node-server')
  })

  it('compiles the terms of an agreement in plain Node', async () => {
    write(
      'terms.mjs',
      `import { compileTerms, defineAgreement } from 'licet/terms'
       console.log(compileTerms(defineAgreement({
         company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
         jurisdiction: 'Ireland', compensation: null, expiry: null,
       })))`,
    )
    expect(await run('node', ['terms.mjs'], { cwd: project })).toContain('Pomelo')
  })
})

describe('the packed tarball on a server', () => {
  beforeAll(async () => {
    // Without `pg`, because the embedded database does not need it.
    const packages = (['hono', '@hono/node-server', '@electric-sql/pglite', 'pino'] as const).map(
      (name) => `${name}@${manifest.devDependencies[name]}`,
    )
    await run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', '--ignore-scripts', ...packages], { cwd: project })
  })

  it('prints the help of the command', async () => {
    expect(await run(join(project, 'node_modules/.bin/licet'), ['--help'], { cwd: project })).toContain('licet <command>')
  })

  it('runs `licet serve` until a signal, in the version of Node that runs this test', async () => {
    expect((await run('node', ['--version'], { cwd: project })).trim()).toBe(process.version)
    const licet = spawn(join(project, 'node_modules/.bin/licet'), ['serve', '--port', '0', '--memory', '--json'], {
      cwd: project,
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const ended = once(licet, 'exit')
    try {
      const [line] = await once(createInterface(licet.stdout), 'line')
      expect((await fetch(`${JSON.parse(String(line)).url}/readyz`)).status).toBe(200)
    } finally {
      licet.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
  })

  // Regression: npx does not pass on SIGTERM, so the service kept running, and its port stayed taken.
  it('ends with `npx licet serve`', async () => {
    const npx = spawn('npx', ['licet', 'serve', '--port', '0', '--memory', '--json'], {
      cwd: project,
      env: plainEnvironment(),
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const [line] = await once(createInterface(npx.stdout), 'line')
    const url = `${JSON.parse(String(line)).url}/readyz`
    expect((await fetch(url)).status).toBe(200)
    npx.kill('SIGTERM')
    const status = () =>
      fetch(url).then(
        (response) => response.status,
        () => 'refused',
      )
    await expect.poll(status, { timeout: 10_000 }).toBe('refused')
  })

  it('runs the service in plain Node, and closes it', async () => {
    write(
      'serve.mjs',
      `import { serve } from 'licet/service/node'
       const running = await serve({ port: 0, memory: true })
       const response = await fetch(running.url + '/readyz')
       const keys = await (await fetch(running.url + '/.well-known/jwks.json')).json()
       await running.close()
       console.log(response.status, keys.keys.length)`,
    )
    expect(await run('node', ['serve.mjs'], { cwd: project })).toContain('200 1')
  })

  // Regression: the declarations imported the declarations of PGlite, which fail without `skipLibCheck`.
  it.each([
    ['esnext', 'bundler'],
    ['nodenext', 'nodenext'],
  ])('type-checks a server with the module type %s, without skipLibCheck', async (module, moduleResolution) => {
    write('src/server.ts', "export { createService } from 'licet/service'\nexport { serve } from 'licet/service/node'\n")
    const compilerOptions = { module, moduleResolution }
    write('tsconfig.server.json', JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: ['src/server.ts'] }))
    await run('npx', ['tsc', '-p', 'tsconfig.server.json'], { cwd: project })
  })

  // Regression: TypeScript 5.7 refuses an ES module in a CommonJS file (TS1479). The README contains the first version that accepts it.
  it.each([
    ['5.7', false],
    ['5.8', true],
  ])('is imported from a CommonJS file with TypeScript %s: %s', async (version, works) => {
    await run('npm', ['install', '--no-save', '--no-audit', '--no-fund', `typescript-${version}@npm:typescript@${version}`], {
      cwd: project,
    })
    write('src/server.cts', "export { serve } from 'licet/service/node'\nexport { ConsentProvider } from 'licet'\n")
    const compilerOptions = { module: 'nodenext', moduleResolution: 'nodenext', skipLibCheck: true }
    write('tsconfig.cts.json', JSON.stringify({ extends: './tsconfig.json', compilerOptions, include: ['src/server.cts'] }))
    const checked = run('node', [`node_modules/typescript-${version}/bin/tsc`, '-p', 'tsconfig.cts.json'], { cwd: project })
    await (works ? checked : expect(checked).rejects.toThrow('TS1479'))
  })

  it('works with the embedded database without `pg`, and names `pg` when PostgreSQL needs it', async () => {
    expect(readdirSync(join(project, 'node_modules'))).not.toContain('pg')
    const licet = join(project, 'node_modules/.bin/licet')
    const output = await run(licet, ['provider', 'create', '--name', 'Pomelo', '--email', 'a@pomelo.example'], { cwd: project })
    expect(output).toContain('The provider is created.')
    // Without this notice, a provider can be created in another database than the one in use.
    expect(output).toContain('Using the embedded database in .licet/service')
    const onPostgres = run(licet, ['serve', '--port', '0', '--database-url', 'postgres://127.0.0.1/x'], { cwd: project })
    await expect(onPostgres).rejects.toThrow('npm install pg')
  })

  it('provides the real service in memory for tests', async () => {
    write(
      'testing.mjs',
      `import { ServiceClient } from 'licet/client'
       import { createTestService } from 'licet/testing'
       const { authUrl, provider, fetch } = await createTestService()
       const client = new ServiceClient({
         authUrl, provider, fetch, origin: 'com.example.app', userId: 'user-1',
         agreement: {
           company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
           jurisdiction: 'Ireland', compensation: null, expiry: null,
         },
       })
       const license = await client.createLicense()
       console.log(license.status)
       await client.close()
       process.exit()`,
    )
    expect(await run('node', ['testing.mjs'], { cwd: project })).toContain('active')
  })
})
