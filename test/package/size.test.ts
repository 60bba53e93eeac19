import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { run } from '../support/run-command.ts'
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

it('a production bundle of the screen has no check of the looks of its buttons', async () => {
  const modules = (await bundlePiece('screen')).flatMap(({ modules }) => [...modules.keys()])
  expect(modules.filter((id) => id.endsWith('/decision.js'))).toHaveLength(1)
  expect(modules.filter((id) => id.endsWith('/lost-looks.js'))).toEqual([])
})

// A file costs a request and a connection. Before the build merged modules, these were 10 and 11.
it.each([
  ['screen-readable', 6],
  ['gate', 7],
])('the page of an app loads the piece %s in %d files over React', async (piece, files) => {
  expect(await bundlePiece(piece)).toHaveLength(files)
})
