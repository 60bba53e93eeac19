import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { getuid } from 'node:process'
import { afterEach, expect, test } from 'vitest'
import { run } from '../../../src/cli/run.ts'
import { ServiceClient } from '../../../src/client/index.ts'
import { agreement } from '../../fixtures/client.ts'
import { writeDatabaseFiles } from '../../fixtures/databases.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'
import { licet, runLicet } from '../../fixtures/run-licet.ts'
import { casesOf } from '../../support/counts.ts'
import { plainEnvironment, projectRoot, run as runCommand } from '../../support/run-command.ts'

const NOBODY = 65_534
const VITE = { name: 'my-shop', devDependencies: { vite: '^8' } }

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Creates the folder of an app, with an empty database so that the start is quick. */
async function createApp(manifest: unknown = VITE, { isEmpty = false } = {}): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'licet-dev-'))
  closers.push(() => rmSync(folder, { recursive: true, force: true }))
  writeFileSync(join(folder, 'package.json'), typeof manifest === 'string' ? manifest : JSON.stringify(manifest))
  if (!isEmpty) await writeDatabaseFiles(join(folder, '.licet/service'))
  return folder
}

/** Starts `licet dev` inside this process. `answer` is what the person at the terminal answers; without it, there is no terminal. */
function startDev(cwd: string, args: readonly string[] = [], answer?: boolean) {
  const controller = new AbortController()
  const lines: string[] = []
  const questions: string[] = []
  let hasNewLine: () => void = () => undefined
  const take = (line: string) => {
    lines.push(line)
    hasNewLine()
  }
  const ended = run(['dev', ...args], {
    out: take,
    err: take,
    now: () => new Date(2027, 0, 31, 9, 5, 7).getTime(),
    env: {},
    cwd,
    signal: controller.signal,
    ...(answer !== undefined && {
      confirm: async (question) => {
        questions.push(question)
        return answer
      },
    }),
  })
  const stop = () => {
    controller.abort()
    return ended
  }
  closers.push(stop)
  const printed = async (pattern: RegExp): Promise<string> => {
    for (;;) {
      const match = pattern.exec(lines.join('\n'))
      if (match !== null) return match[1] ?? match[0]
      const next = new Promise<'line'>((resolve) => {
        hasNewLine = () => resolve('line')
      })
      if ((await Promise.race([next, ended])) !== 'line') throw new Error(`The command ended:\n${lines.join('\n')}`)
    }
  }
  return { printed, stop, questions, output: () => lines.join('\n'), ready: () => printed(/Press Ctrl-C/) }
}

const read = (folder: string, name: string) => readFileSync(join(folder, name), 'utf8')
const variable = (text: string, name: string) => new RegExp(`^${name}=(.*)$`, 'm').exec(text)?.[1] ?? ''

test('writes the variables and .gitignore when the person agrees, and keeps all other lines', async () => {
  const folder = await createApp()
  writeFileSync(
    join(folder, '.env.local'),
    '# Secrets\nAPI_SECRET="a=b" # ours\nexport VITE_LICET_AUTH_URL=http://old.example\nLAST=1',
    {
      mode: 0o640,
    },
  )
  writeFileSync(join(folder, '.gitignore'), 'node_modules')
  const dev = startDev(folder, ['--port', '0'], true)
  await dev.ready()
  const url = await dev.printed(/listens on (http:\S+)/)
  const env = read(folder, '.env.local')
  const [id, publicKey] = [variable(env, 'VITE_LICET_PROVIDER_ID'), variable(env, 'VITE_LICET_PROVIDER_PUBLIC_KEY')]
  expect(env.split('\nLICET_AUTH_URL=')[0]).toBe(
    `# Secrets\nAPI_SECRET="a=b" # ours\nVITE_LICET_AUTH_URL=${url}\nLAST=1\n` +
      `VITE_LICET_PROVIDER_ID=${id}\nVITE_LICET_PROVIDER_PUBLIC_KEY=${publicKey}`,
  )
  expect(read(folder, '.gitignore')).toBe('node_modules\n.licet/\n.env.local\n')
  expect(readdirSync(folder).sort()).toEqual(['.env.local', '.gitignore', '.licet', 'package.json'])
  // The person sees the previous value before the answer.
  expect(dev.output()).toContain('  - export VITE_LICET_AUTH_URL=http://old.example')
  expect(dev.output()).not.toContain('API_SECRET')
  expect(dev.questions).toHaveLength(1)
  expect(await dev.stop()).toBe(0)

  const again = startDev(folder, ['--port', '0'], true)
  await again.ready()
  expect(again.output()).toContain(`Uses the provider "my-shop": ${id}`)
  expect(variable(read(folder, '.env.local'), 'VITE_LICET_PROVIDER_PUBLIC_KEY')).toBe(publicKey)
  expect(await again.stop()).toBe(0)
})

test('asks nothing when the files are right, and listens on the port that the app uses already', async () => {
  const folder = await createApp()
  const first = startDev(folder, ['--yes'])
  await first.ready()
  const url = await first.printed(/listens on (http:\S+)/)
  await first.stop()
  const before = read(folder, '.env.local')
  const second = startDev(folder, [], false)
  await second.ready()
  expect(await second.printed(/listens on (http:\S+)/)).toBe(url)
  expect([second.questions, read(folder, '.env.local')]).toEqual([[], before])
  expect(second.output()).toMatch(/^Licet listens/)
})

test.each([
  ['without a terminal it writes nothing and shows what it would write', undefined, '--yes'],
  ['after a no it writes nothing', false, 'Nothing was written'],
])('%s', async (_, answer, text) => {
  const folder = await createApp()
  const dev = startDev(folder, ['--port', '0'], answer)
  await dev.ready()
  expect(dev.output()).toMatch(/\+ VITE_LICET_PROVIDER_ID=\w+/)
  expect(dev.output()).toContain(text)
  expect(readdirSync(folder).sort()).toEqual(['.licet', 'package.json'])
})

test('prints the lines to paste with the names of the variables that it writes', async () => {
  const folder = await createApp()
  const dev = startDev(folder, ['--port', '0', '--yes'])
  await dev.ready()
  expect(dev.output()).toContain('This is a Vite app.\nPaste these lines into src/App.tsx:')
  for (const line of read(folder, '.env.local').match(/^VITE_.*$/gm) ?? [])
    expect(dev.output()).toContain(`import.meta.env.${line.split('=')[0]}`)
})

test('without a known bundler it writes no variables, and the lines contain the values', async () => {
  const folder = await createApp('\u{FEFF}{ "dependencies": { "react": "^19" }, "devDependencies": null }')
  const dev = startDev(folder, ['--port', '0', '--yes'])
  await dev.ready()
  expect(dev.output()).toContain(`authUrl: '${await dev.printed(/listens on (http:\S+)/)}'`)
  expect(existsSync(join(folder, '.env.local'))).toBe(false)
})

test('shows each registration, license, withdrawal and refused request in one line, without a secret', async () => {
  const folder = await createApp()
  const dev = startDev(folder, ['--port', '0', '--yes'])
  await dev.ready()
  const env = read(folder, '.env.local')
  const config = {
    authUrl: variable(env, 'VITE_LICET_AUTH_URL'),
    provider: { id: variable(env, 'VITE_LICET_PROVIDER_ID'), publicKey: variable(env, 'VITE_LICET_PROVIDER_PUBLIC_KEY') },
    origin: 'com.acme.receipts',
    userId: 'user-1',
    agreement: { ...agreement, purposes: ['analytics', 'attribution'] as const },
    crypto: quickCrypto,
  }
  const shown = dev.output().length
  const client = new ServiceClient(config)
  const license = await client.createLicense()
  const withdrawn = await client.revokeLicense()
  await client.close()
  const response = await fetch(`${config.authUrl}/license/create`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret-token' },
  })
  expect(response.status).toBe(401)
  await dev.printed(/refused/)
  const log = dev.output().slice(shown).trim().split('\n')
  expect(log).toEqual([
    expect.stringMatching(/^09:05:07 {2}registered {3}user-1 with the device [\w-]{43}$/),
    `09:05:07  license      user-1 permits analytics, attribution (id ${license.id})`,
    `09:05:07  withdrawal   user-1 (id ${withdrawn.id})`,
    expect.stringMatching(/^09:05:07 {2}refused {6}POST \/license\/create: 401 invalid_token \S.*$/),
  ])
  expect(log.join('\n')).not.toContain('secret-token')
})

test('a second start on the same folder names the address of the service that runs', async () => {
  const folder = await createApp()
  const dev = startDev(folder, ['--yes'])
  await dev.ready()
  const url = await dev.printed(/listens on (http:\S+)/)
  const dataDir = join(folder, '.licet/service')
  for (const args of [['dev'], ['dev', '--port', new URL(url).port], ['serve', '--port', new URL(url).port, '--data-dir', dataDir]])
    expect(await runLicet(args, { cwd: folder }), args.join(' ')).toMatchObject({
      code: 2,
      err: expect.stringContaining(`service at ${url}`),
    })
  await dev.stop()
  // The address ends with its process.
  expect(readdirSync(dataDir).sort()).toEqual(['.gitignore', 'pgdata'])
})

test('takes the next port when another program uses the first, and refuses a taken --port', async () => {
  const taken = createServer()
  closers.push(() => taken.close())
  await once(taken.listen(0, '127.0.0.1'), 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const folder = await createApp()
  writeFileSync(join(folder, '.env.local'), `VITE_LICET_AUTH_URL=http://127.0.0.1:${port}\n`)
  expect(await runLicet(['dev', '--port', String(port)], { cwd: folder })).toMatchObject({
    code: 2,
    err: expect.stringContaining(`uses port ${port}`),
  })
  const dev = startDev(folder, ['--yes'])
  await dev.ready()
  const url = await dev.printed(/listens on (http:\S+)/)
  expect(Number(new URL(url).port)).not.toBe(port)
  expect(read(folder, '.env.local')).toContain(`VITE_LICET_AUTH_URL=${url}\n`)
})

test.each([
  ['is broken', '{ "name": ', 'cannot be read as a JSON object'],
  ['is a list', '[]', 'cannot be read as a JSON object'],
  ['is missing', undefined, 'has no package.json'],
])('starts and writes nothing when package.json %s', async (_, text, reason) => {
  const folder = await createApp(text ?? '', { isEmpty: true })
  if (text === undefined) rmSync(join(folder, 'package.json'))
  expect(await runLicet(['dev', '--yes'], { cwd: folder })).toMatchObject({ code: 2, err: expect.stringContaining(reason) })
  expect(readdirSync(folder)).toEqual(text === undefined ? [] : ['package.json'])
})

test('refuses a wrong option before it starts anything', async () => {
  expect(await licet('dev', '--port', 'x')).toMatchObject({ code: 2, err: expect.stringContaining('from 0 to 65535') })
})

/** Runs a function without the rights of root, which ignore the mode of a folder. */
async function asNobody<T>(step: () => Promise<T>): Promise<T> {
  const { geteuid, seteuid } = process
  const isRoot = geteuid?.() === 0
  if (isRoot) seteuid?.(NOBODY)
  try {
    return await step()
  } finally {
    if (isRoot) seteuid?.(0)
  }
}

test('in a read-only folder it prints the folder, and with another data folder it runs and prints the lines to add', async () => {
  const folder = await createApp(VITE, { isEmpty: true })
  chmodSync(folder, 0o555)
  const dataDir = mkdtempSync(join(tmpdir(), 'licet-dev-data-'))
  closers.push(() => rmSync(dataDir, { recursive: true, force: true }))
  await writeDatabaseFiles(dataDir)
  if (getuid?.() === 0) await runCommand('chown', ['-R', `${NOBODY}:${NOBODY}`, dataDir])
  await asNobody(async () => {
    // Regression: the first start printed nothing until the database existed, for 30 seconds on a busy machine.
    expect(await runLicet(['dev', '--yes', '--port', '0'], { cwd: folder })).toMatchObject({
      code: 2,
      out: expect.stringContaining('Creating the database in .licet/service.'),
      err: expect.stringMatching(/service, cannot be used \(EACCES\)/),
    })
    const dev = startDev(folder, ['--yes', '--port', '0', '--data-dir', dataDir])
    await dev.ready()
    expect(dev.output()).toMatch(/\.env\.local was not changed: EACCES\. The service runs\. Add the lines yourself/)
    expect((await fetch(`${await dev.printed(/listens on (http:\S+)/)}/readyz`)).status).toBe(200)
    expect(await dev.stop()).toBe(0)
  })
  expect(readdirSync(folder)).toEqual(['package.json'])
})

/** Starts the command on a terminal, in its own process. */
function onTerminal(folder: string, ...args: string[]): { readonly child: ChildProcess; printed(pattern: RegExp): Promise<void> } {
  const command = [process.execPath, join(projectRoot, 'test/support/licet.mjs'), 'dev', '--port', '0', ...args].join(' ')
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', `exec ${command}`, '/dev/null'], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  closers.push(() => child.kill('SIGKILL'))
  let output = ''
  return {
    child,
    printed: async (pattern) => {
      for await (const chunk of child.stdout?.iterator({ destroyOnReturn: false }) ?? []) {
        output += String(chunk)
        if (pattern.test(output)) return
      }
      throw new Error(`The command ended:\n${output}`)
    },
  }
}

test.each(casesOf(['Ctrl-C', 'a closed terminal'], (ending) => ending === 'Ctrl-C'))(
  '%s at the question leaves the files as they were',
  async (ending) => {
    const folder = await createApp()
    writeFileSync(join(folder, '.env.local'), 'A=1\n')
    const { child, printed } = onTerminal(folder)
    await printed(/\[Y\/n\]/)
    const ended = once(child, 'exit')
    if (ending === 'Ctrl-C') child.stdin?.write('\u0003')
    else child.kill('SIGKILL')
    expect(await ended).toEqual(ending === 'Ctrl-C' ? [0, null] : [null, 'SIGKILL'])
    await untilUnlocked(folder)
    expect([read(folder, '.env.local'), readdirSync(folder).sort()]).toEqual(['A=1\n', ['.env.local', '.licet', 'package.json']])
  },
)

test('Enter at the question writes the files, and Ctrl-C ends the service with 0', async () => {
  const folder = await createApp()
  const { child, printed } = onTerminal(folder)
  await printed(/\[Y\/n\]/)
  child.stdin?.write('\r')
  await printed(/Press Ctrl-C/)
  expect(read(folder, '.env.local')).toMatch(/^VITE_LICET_AUTH_URL=http:\S+\n/)
  child.stdin?.write('\u0003')
  expect(await once(child, 'exit')).toEqual([0, null])
})

/** Resolves when the process that locked the database has ended. */
async function untilUnlocked(folder: string): Promise<void> {
  const lock = join(folder, '.licet/service/licet.lock')
  for (;;) {
    try {
      process.kill(JSON.parse(readFileSync(lock, 'utf8')).pid, 0)
    } catch {
      return
    }
    await new Promise((resolve) => setImmediate(resolve))
  }
}
