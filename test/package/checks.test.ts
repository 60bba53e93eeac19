import { describe, it } from 'vitest'
import { run } from '../support/run-command.ts'

describe('the source', () => {
  it('has the style and none of the faults that Biome tells of', async () => {
    await run('npm', ['run', '--silent', 'check'])
  })

  it('type-checks with its tests and its stories, each layer seeing only what it may', async () => {
    await run('npm', ['run', '--silent', 'types'])
  })

  it('has no file, export or dependency that nothing uses', async () => {
    await run('npx', ['knip', '--no-progress'])
  })
})
