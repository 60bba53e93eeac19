import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { codeBlocks } from '../support/documents.ts'
import { run } from '../support/run-command.ts'
import { type App, installApp } from './apps/app.ts'

const PACKAGES = [
  '@electric-sql/pglite',
  '@testing-library/react',
  '@testing-library/user-event',
  'hono',
  'react',
  'react-dom',
] as const

let app: App

beforeAll(async () => {
  const dependencies = Object.fromEntries(PACKAGES.map((name) => [name, manifest.devDependencies[name]]))
  // The last major of jsdom for the oldest Node that we support.
  app = await installApp(undefined, { ...dependencies, vitest: manifest.devDependencies.vitest, jsdom: '^26.1.0' })
})
afterAll(() => app?.remove())

// Regression: the service refused every license in jsdom, because `TextEncoder` returns bytes of another realm there.
it('runs the examples of the page on testing with Vitest, in jsdom and in Node, with the packed tarball', async () => {
  const files = (['tsx', 'ts'] as const).map((language) => {
    const code = codeBlocks('docs/guides/testing.md', language).find((block) => block.includes("from 'vitest'"))
    if (code === undefined) throw new Error(`docs/guides/testing.md has no test file in ${language}`)
    writeFileSync(join(app.folder, `app.test.${language}`), code)
    return code
  })
  expect(files[0]).toContain('vitest-environment jsdom')
  const output = await run('npx', ['vitest', 'run'], { cwd: app.folder })
  expect(output).toContain('2 passed')
})
