import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { bundle } from '../support/bundle.ts'
import { projectRoot, run } from '../support/run-command.ts'
import { bundlePiece, writeSizeBundles } from '../support/size-bundles.ts'

interface Measurement {
  readonly name: string
  readonly passed: boolean
  readonly size: number
}

let measured: readonly Measurement[] = []

beforeAll(async () => {
  await writeSizeBundles()
  // size-limit exits with 1 when a budget is exceeded; the tests below report which one. npm can print warnings before the JSON.
  const output = await run('npx', ['size-limit', '--json']).catch((error: Error) => error.message)
  measured = JSON.parse(output.slice(output.indexOf('[')))
})

it.each(manifest['size-limit'].map(({ name, limit }) => [name, limit]))('%s is at most %s gzip', (name) => {
  const found = measured.find((entry) => entry.name === name)
  expect(found?.passed, `${found?.size} bytes`).toBe(true)
})

const GATED_PAGE = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentGate, ConsentProvider, useLicense } from 'licet'
const Offers = () => String(useLicense((license) => license.permits('retargeting')))
createRoot(document.body).render(
  createElement(ConsentProvider, JSON.parse(name), createElement(ConsentGate, { usecase: 'analytics' }, createElement(Offers))))
`

/** The modules that only a development build loads: each prints messages for developers, or finds what they report. */
const FOR_DEVELOPERS = ['developer-messages', 'devtools-link', 'diagnose-setup', 'lost-looks', 'low-contrast', 'report-cover']

it.each([
  ['a page with a gate', GATED_PAGE, 'react/gate.js'],
  ['a page with the screen', "export { ConsentProvider, ConsentScreen } from 'licet'", 'components/decision/decision.js'],
  ['a page with everything', "export * from 'licet'", 'components/decision/decision.js'],
])('a production bundle of %s has no module for developers, not even one that loads later', async (_, code, own) => {
  const files = FOR_DEVELOPERS.map((name) => `react/developer/${name}.js`)
  const modules = (await bundle(code)).flatMap(({ modules }) => [...modules.keys()].map((id) => id.split('/dist/').at(-1) ?? ''))
  expect(modules).toContain(own)
  expect(files.filter((file) => !existsSync(join(projectRoot, 'dist', file)))).toEqual([])
  expect(files.filter((file) => modules.includes(file))).toEqual([])
})

it('a production bundle of an app with the devtools has the files of the app without them, and 100 bytes more at most', async () => {
  const app = (imported: string, element: string, of: string) => `
${imported}
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentProvider, ConsentScreen } from 'licet'
createRoot(document.body).render(createElement(ConsentProvider, ${of}, createElement(ConsentScreen), ${element}))
`
  const plain = await bundle(app('', 'null', '{ config: JSON.parse(name) }'))
  const importDevtools = "import { LicetDevtools, withDevtools } from 'licet/devtools'"
  const tooled = await bundle(app(importDevtools, 'createElement(LicetDevtools)', '{ config: withDevtools(JSON.parse(name)) }'))
  const modules = tooled.flatMap((file) => [...file.modules.keys()].map((id) => id.split('/dist/').at(-1) ?? ''))
  // Both functions return what they get, or nothing.
  const own = ['devtools/index.js', 'devtools/licet-devtools.js']
  expect(modules.filter((name) => /devtools\/|devtools-link/.test(name) && !own.includes(name))).toEqual([])
  const size = (files: typeof plain) => files.reduce((sum, { code }) => sum + code.length, 0)
  expect([
    tooled.length,
    size(tooled) - size(plain) <= 100,
    tooled.some(({ code }) => /licet-devtools|LicetDevtools/.test(code)),
  ]).toEqual([plain.length, true, false])
})

// Regression: Vite made twelve files, because code that loads later imports single modules of the gate. Each file takes about ten tasks.
// One of them is the runtime of the bundler, because code that loads later is also imported as a namespace.
it('a page with a gate loads at most six files, with React', async () => {
  const files = (await bundle(GATED_PAGE)).filter(({ first }) => first)
  const shared = files.filter(({ fileName }) => !fileName.includes('bundle-entry'))
  const modulesOf = ({ modules }: (typeof files)[number]) =>
    [...modules.keys()].map((id) => id.split(/\/dist\/|node_modules\//).at(-1) ?? '')
  expect(shared.length, shared.map((file) => modulesOf(file).join(' ')).join('\n')).toBeLessThanOrEqual(5)
})

const README_APP = `
import { createElement } from 'react'
import { createRoot } from 'react-dom/client'
import { ConsentLink, ConsentProvider, ConsentScreen } from 'licet'
createRoot(document.body).render(
  createElement(ConsentProvider, JSON.parse(name), createElement(ConsentScreen), createElement(ConsentLink)))
`

// Regression: a build of the app in the README wrote 113 files, most of them templates in other languages, and eleven were on the way to the
// question.
it('the app of the README requests at most six files until the question is readable, with React, and a build writes at most 35', async () => {
  const files = await bundle(README_APP)
  const names = (some: typeof files) => some.map(({ fileName }) => fileName).join('\n')
  const first = files.filter((file) => file.first)
  expect(first.length, names(first)).toBeLessThanOrEqual(6)
  expect(files.length, names(files)).toBeLessThanOrEqual(35)
})

// A file costs a request and a connection. Before the build joined modules, these were 10 and 11. With one joined file for each layer, they were 6 and 4.
it.each([
  ['screen-readable', 3],
  ['gate', 3],
])('the page of an app loads the piece %s in %d files over React', async (piece, files) => {
  expect(await bundlePiece(piece)).toHaveLength(files)
})
