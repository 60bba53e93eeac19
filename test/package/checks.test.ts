import { describe, it } from 'vitest'
import { run } from '../support/run-command.ts'

describe('the source', () => {
  it('passes the checks of Biome', async () => {
    await run('npm', ['run', '--silent', 'check'])
  })

  it('type-checks with its tests and stories, and each layer imports only what it may', async () => {
    await run('npm', ['run', '--silent', 'types'])
  })

  it('has no unused file, export or dependency', async () => {
    await run('npx', ['knip', '--no-progress'])
  })
})
