import { appendFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, expect, inject, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { launchChromium, openProfile } from '../support/browser.ts'
import { codeBlocks } from '../support/documents.ts'
import { type Program, startProgram } from '../support/program.ts'
import { run } from '../support/run-command.ts'

const closers: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const [COMPANY, USER] = ['My shop', 'user-1']

/** A page of the docs, and where its code belongs. */
interface QuickStart {
  readonly document: string
  /** The commands that create the app. Default: the commands of the page. */
  readonly create?: string
  /** The code blocks of the page in order, each with the file that the page names. A line or a rule is added to a file that exists. */
  readonly files: readonly (readonly [language: 'css' | 'js' | 'ts' | 'tsx', file: string])[]
  /** What the person sees after agreeing. */
  readonly after: string
  /** Another page of the docs that changes this app, and the files whose names are on the first line of their code. */
  readonly change?: { readonly document: string; readonly files: readonly string[] }
}

/** The question, which lists the data of an agreement with few kinds of data. */
const titleOf = (company: string) => new RegExp(`^May ${company} use your .+\\?$`)

const VITE = 'npm create --yes vite@latest my-shop -- --template react-ts --no-interactive'
const STARTS: readonly QuickStart[] = [
  { document: 'README.md', create: VITE, files: [['tsx', 'src/App.tsx']], after: en['receipt.view'] },
  {
    document: 'docs/start/react.md',
    files: [
      ['ts', 'src/consent-config.ts'],
      ['tsx', 'src/App.tsx'],
    ],
    after: 'Your offers',
  },
  {
    document: 'docs/start/nextjs.md',
    files: [
      ['ts', 'app/consent-config.ts'],
      ['ts', 'app/layout.tsx'],
      ['css', 'app/globals.css'],
      ['tsx', 'app/page.tsx'],
      ['js', 'next.config.ts'],
    ],
    after: 'Your offers',
    change: { document: 'docs/guides/nextjs.md', files: ['app/consent.tsx', 'app/layout.tsx', 'app/page.tsx'] },
  },
]

/** Runs a command as a person does, but in this environment: no questions, and the packed tarball instead of the registry. */
const shell = (command: string, cwd: string) =>
  run('sh', ['-c', command], { cwd, env: { npm_config_audit: 'false', npm_config_fund: 'false', NEXT_TELEMETRY_DISABLED: '1' } })

/** Starts a program that ends with the test. */
function start(args: readonly string[], cwd: string): Program {
  const program = startProgram('npx', args, { cwd, env: { NO_COLOR: '1', NEXT_TELEMETRY_DISABLED: '1' } })
  closers.push(program.stop)
  return program
}

/** Creates the app and installs the kit with the commands of the page. */
async function createApp({ document, create }: QuickStart): Promise<string> {
  const parent = mkdtempSync(join(tmpdir(), 'licet-quick-start-'))
  closers.push(() => rmSync(parent, { recursive: true, force: true }))
  const commands = codeBlocks(document, 'sh').flatMap((block) => block.trim().split('\n'))
  const creating = create ?? commands.find((command) => command.includes('my-shop')) ?? ''
  const installing = commands.find((command) => command.startsWith('npm install licet ')) ?? ''
  expect(commands).toContain('npx licet dev')
  await shell(creating, parent)
  const folder = join(parent, 'my-shop')
  await shell(installing.replace(' licet ', ` ${inject('tarball')} `), folder)
  return folder
}

it.each([
  ['Vite', VITE, 'tsconfig.app.json', ['vite', '--port', '0']],
  [
    'Next.js',
    'npx --yes create-next-app@latest my-shop --yes --typescript --app --no-src-dir --no-tailwind --no-eslint --skip-install --disable-git',
    '.',
    ['next', 'dev', '--port', '0'],
  ],
] as const)(
  '`licet init` adds the consent screen to a new %s app: the app asks, and `licet dev` shows the license',
  async (_, create, project, serve) => {
    const parent = mkdtempSync(join(tmpdir(), 'licet-init-'))
    closers.push(() => rmSync(parent, { recursive: true, force: true }))
    const folder = join(parent, 'my-shop')
    await shell(create, parent)
    await shell(`npm install ${inject('tarball')} hono @hono/node-server @electric-sql/pglite`, folder)
    await run('npx', ['licet', 'init', '--yes'], { cwd: folder })
    if (project === '.') await run('npx', ['next', 'typegen'], { cwd: folder })
    await run('npx', ['tsc', '--noEmit', '-p', project], { cwd: folder })
    const dev = start(['licet', 'dev', '--yes'], folder)
    await dev.printed(/(Press Ctrl-C)/)
    const app = start(serve, folder)
    const url = await app.printed(/Local:\s+(http:\S+)/)
    const browser = await launchChromium()
    closers.push(() => browser.close())
    const { page } = await openProfile(browser)
    await page.goto(url, { timeout: 0 })
    await page.getByRole('heading', { name: titleOf('my-shop') }).waitFor()
    await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
    expect(await dev.printed(/license {6}(\S+) permits/)).toBe(USER)
  },
)

it.each(STARTS)('$document works as pasted: the app asks, and `licet dev` shows the license', async (quickStart) => {
  const { document, files, after, change } = quickStart
  const folder = await createApp(quickStart)
  const dev = start(['licet', 'dev', '--yes', '--port', '0'], folder)
  await dev.printed(/(Press Ctrl-C)/)
  for (const [language, file] of files) {
    const at = files.filter(([each]) => each === language).findIndex(([, name]) => name === file)
    const code = codeBlocks(document, language)[at] ?? ''
    const path = join(folder, file)
    const isLine = language === 'ts' && code.trim().split('\n').length === 1
    if (language === 'css') appendFileSync(path, code)
    // A member of the configuration.
    else if (language === 'js')
      writeFileSync(path, readFileSync(path, 'utf8').replace(/(nextConfig: NextConfig = \{\n)/, `$1${code}`))
    else writeFileSync(path, isLine ? code + readFileSync(path, 'utf8') : code)
  }
  // The types hold too, with the settings of the template.
  const project = document.includes('next') ? '.' : 'tsconfig.app.json'
  const checkTypes = () => run('npx', ['tsc', '--noEmit', '-p', project], { cwd: folder })
  await checkTypes()
  const app = start(document.includes('next') ? ['next', 'dev', '--port', '0'] : ['vite', '--port', '0'], folder)
  const url = await app.printed(/Local:\s+(http:\S+)/)
  const browser = await launchChromium()
  closers.push(() => browser.close())
  const { page } = await openProfile(browser)
  // A development server compiles at the first request. The time limit of the test applies.
  await page.goto(url, { timeout: 0 })
  const title = page.getByRole('heading', { name: titleOf(COMPANY) })
  await title.waitFor()
  // Regression: the template of Next.js is dark on a dark device, and the kit stayed light: dark text on a dark page.
  const readColor = () => title.evaluate((element) => getComputedStyle(element).color)
  const light = await readColor()
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await readColor()).not.toBe(light)
  await page.getByRole('button', { name: en['decision.accept'], exact: true }).click()
  await page.getByText(after).first().waitFor()
  expect(await dev.printed(/license {6}(\S+) permits/)).toBe(USER)
  if (change === undefined) return
  const blocks = codeBlocks(change.document, 'tsx')
  for (const file of change.files)
    writeFileSync(join(folder, file), blocks.find((code) => code.startsWith(`// ${file}\n`)) ?? `No code for ${file}`)
  await checkTypes()
  const events: string[] = []
  page.on('console', (message) => events.push(message.text()))
  await page.goto(url, { timeout: 0 })
  await page.getByRole('heading', { name: en['status.already.title'] }).waitFor()
  await page.getByText(after).first().waitFor()
  await page.getByRole('button', { name: en['link.settings'] }).click()
  await page
    .getByRole('button', { name: en['settings.withdraw'].replace('{company}', COMPANY) })
    .first()
    .click()
  await expect.poll(() => events).toContain('withdrawn')
})
