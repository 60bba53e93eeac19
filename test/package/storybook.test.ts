import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { projectRoot, run } from '../support/run-command.ts'

it('builds Storybook, with stories and their documents in it', async () => {
  await run('npm', ['run', '--silent', 'storybook:build'])
  const built = join(projectRoot, 'node_modules/.cache/storybook')
  const { entries } = JSON.parse(readFileSync(join(built, 'index.json'), 'utf8')) as { entries: Record<string, { type: string }> }
  const types = Object.values(entries).map(({ type }) => type)
  expect(types).toContain('story')
  expect(types).toContain('docs')
  expect(existsSync(join(built, 'iframe.html'))).toBe(true)
})
