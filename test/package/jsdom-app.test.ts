import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { codeBlocks } from '../support/documents.ts'
import { run } from '../support/run-command.ts'
import { type App, installApp, NEXT_VERSION } from './apps/app.ts'

const PACKAGES = [
  '@electric-sql/pglite',
  '@testing-library/dom',
  '@testing-library/react',
  '@testing-library/user-event',
  'hono',
  'react',
  'react-dom',
] as const

/** As the page on testing installs them for Jest. */
const JEST = {
  jest: '^30.5.2',
  'jest-environment-jsdom': '^30.5.2',
  '@jest/globals': '^30.5.2',
  '@swc/core': '^1.13.0',
  '@swc/jest': '^0.2.39',
}

/** The complete test files of the page on testing. */
const reactTests = () => codeBlocks('docs/guides/testing.md', 'tsx').filter((block) => block.includes("from 'vitest'"))

/** Every part that opens a dialog, in an environment without a layout and, in jsdom, without `showModal()`. */
const DIALOGS = `
import { cleanup, configure, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { ConsentGate, ConsentLink, ConsentProvider, ConsentScreen } from 'licet'
import 'licet/styles.css'
import { afterEach, expect, it } from 'vitest'

// The default of one second is short on a busy machine.
configure({ asyncUtilTimeout: 20_000 })
afterEach(cleanup)
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const dialogs = () => screen.queryAllByRole('dialog').length

it.each([
  ['a screen', <ConsentScreen surface="dialog" />, undefined, 'Close without deciding'],
  ['a sheet', <ConsentScreen surface="sheet" />, undefined, 'Close without deciding'],
  ['a link', <ConsentLink />, 'Your data permission', 'Close'],
  ['a gate', <ConsentGate usecase="analytics">Offers</ConsentGate>, 'See the request', 'Close without deciding'],
])('%s opens and closes its dialog, and the page stays', async (_, part, opener, closer) => {
  render(<ConsentProvider preview="ready"><h1>Shop</h1>{part}</ConsentProvider>)
  if (opener) await press(opener)
  await waitFor(() => expect(dialogs()).toBe(1))
  await press(closer)
  await waitFor(() => expect(dialogs()).toBe(0))
  screen.getByRole('heading', { name: 'Shop' })
})
`

/** What tests of host apps add to jsdom for their own dialogs. */
const POLYFILL = `
Object.assign(HTMLDialogElement.prototype, {
  showModal(this: HTMLDialogElement) {
    this.open = true
  },
  close(this: HTMLDialogElement) {
    this.open = false
    this.dispatchEvent(new Event('close'))
  },
})
Object.assign(globalThis, {
  ResizeObserver: class {
    observe() {}
    disconnect() {}
  },
})
`

let app: App

beforeAll(async () => {
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, manifest.devDependencies[name]]))
  // The last major of jsdom for the oldest Node that we support.
  const environments = { jsdom: '^26.1.0', 'happy-dom': '^20.0.0' }
  const others = { ...JEST, next: NEXT_VERSION, vitest: manifest.devDependencies.vitest }
  app = await installApp(undefined, { ...dependencies, ...environments, ...others })
})
afterAll(() => app?.remove())

// Regression: the service refused every license in jsdom, because `TextEncoder` returns bytes of another realm there.
it('runs the examples of the page on testing with Vitest, in jsdom and in Node, with the packed tarball', async () => {
  const counts = (['tsx', 'ts'] as const).map((language) => {
    const files =
      language === 'tsx'
        ? reactTests()
        : codeBlocks('docs/guides/testing.md', 'ts').filter((block) => block.includes("from 'vitest'"))
    for (const [at, code] of files.entries()) {
      writeFileSync(join(app.folder, `app-${at}.test.${language}`), code)
      expect(code.includes('vitest-environment jsdom')).toBe(language === 'tsx')
    }
    return files.length
  })
  // Two of React, one of the client.
  expect(counts).toEqual([2, 1])
  const output = await run('npx', ['vitest', 'run', 'app-'], { cwd: app.folder })
  expect(output).toMatch(/Test Files .*3 passed/)
})

// Regression: `showModal is not a function` removed the whole tree.
it('runs the examples and opens every dialog with Vitest in jsdom and happy-dom', async () => {
  // Not written here: Vitest would take it as the environment of this file.
  const [environment] = reactTests()[0]?.split('\n') ?? []
  const files = [...reactTests(), `${environment}\n${DIALOGS}`]
  for (const [at, code] of files.entries()) {
    if (at === files.length - 1) writeFileSync(join(app.folder, 'dom-jsdom.test.tsx'), code)
    writeFileSync(join(app.folder, `dom-${at}.test.tsx`), code.replace('-environment jsdom', '-environment happy-dom'))
  }
  const output = await run('npx', ['vitest', 'run', 'dom-'], { cwd: app.folder })
  expect(output).toMatch(/Test Files .*4 passed/)
})

// Regression: with a replacement of `showModal()`, a listener got a signal of another realm, and the whole tree was removed.
it('runs the examples and opens every dialog with Jest, with the files of the page on testing', async () => {
  const [config, , environment] = codeBlocks('docs/guides/testing.md', 'js')
  writeFileSync(join(app.folder, 'jest.config.mjs'), config ?? '')
  writeFileSync(join(app.folder, 'jest-environment.mjs'), environment ?? '')
  writeFileSync(join(app.folder, 'no-styles.cjs'), '')
  mkdirSync(join(app.folder, 'jest'))
  for (const [at, code] of [...reactTests(), DIALOGS, DIALOGS + POLYFILL].entries())
    writeFileSync(join(app.folder, `jest/jest-${at}.test.tsx`), code.replace("from 'vitest'", "from '@jest/globals'"))
  expect(await runJest(app.folder, 'jest/')).toEqual([4, 4])
})

it('runs the test of a page of Next.js with Jest, with the files of the pages on testing and on Next.js', async () => {
  const [, config = '', environment = ''] = codeBlocks('docs/guides/testing.md', 'js')
  const [configuration = '', page = ''] = ['ts', 'tsx'].map((language) => codeBlocks('docs/start/nextjs.md', language)[0])
  const test = codeBlocks('docs/guides/testing.md', 'jsx').find((code) => code.startsWith('// __tests__/page.test.tsx')) ?? ''
  const folder = join(app.folder, 'next')
  for (const name of ['app', '__tests__']) mkdirSync(join(folder, name), { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  writeFileSync(join(folder, 'jest.config.mjs'), config)
  writeFileSync(join(folder, 'jest-environment.mjs'), environment)
  writeFileSync(join(folder, 'app/consent-config.ts'), configuration)
  writeFileSync(join(folder, 'app/page.tsx'), page)
  writeFileSync(join(folder, '__tests__/page.test.tsx'), test)
  expect(await runJest(folder, '__tests__')).toEqual([1, 1])
})

/** Runs the tests of a folder with Jest, and returns how many files passed, and how many there are. */
async function runJest(cwd: string, tests: string): Promise<readonly [passed: number, all: number]> {
  const env = { NODE_OPTIONS: '--experimental-vm-modules', NODE_NO_WARNINGS: '1' }
  // Jest prints its results on stderr.
  await run('npx', ['jest', '--json', '--outputFile=results.json', tests], { cwd, env })
  const results = JSON.parse(readFileSync(join(cwd, 'results.json'), 'utf8'))
  return [results.numPassedTestSuites, results.numTotalTestSuites]
}
