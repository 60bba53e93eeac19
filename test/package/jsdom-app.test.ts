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
  const counts = (['tsx', 'ts'] as const).map((language) => {
    const files = codeBlocks('docs/guides/testing.md', language).filter((block) => block.includes("from 'vitest'"))
    for (const [at, code] of files.entries()) {
      writeFileSync(join(app.folder, `app-${at}.test.${language}`), code)
      expect(code.includes('vitest-environment jsdom')).toBe(language === 'tsx')
    }
    return files.length
  })
  // Two of React, one of the client.
  expect(counts).toEqual([2, 1])
  const output = await run('npx', ['vitest', 'run'], { cwd: app.folder })
  expect(output).toMatch(/Test Files .*3 passed/)
})
