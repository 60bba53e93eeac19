import { beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { run } from '../support/run-command.ts'
import { writeSizeBundles } from '../support/size-bundles.ts'

interface Measured {
  readonly name: string
  readonly passed: boolean
  readonly size: number
}

let measured: readonly Measured[] = []

beforeAll(async () => {
  await writeSizeBundles()
  // It ends with 1 over a budget; which one is told by the tests. npm may have warned of something before it.
  const output = await run('npx', ['size-limit', '--json']).catch((error: Error) => error.message)
  measured = JSON.parse(output.slice(output.indexOf('[')))
})

it.each(manifest['size-limit'].map(({ name, limit }) => [name, limit]))('%s weighs at most %s gzip', (name) => {
  const found = measured.find((entry) => entry.name === name)
  expect(found?.passed, `${found?.size} bytes`).toBe(true)
})
