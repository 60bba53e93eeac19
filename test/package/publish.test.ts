import { describe, expect, inject, it } from 'vitest'
import { run } from '../support/run-command.ts'

describe('the packed tarball', () => {
  it('has no fault that publint knows of', async () => {
    await run('npx', ['publint', '--strict', inject('tarball')])
  })

  it('gives every subpath its types under every way to resolve ES modules', async () => {
    await run('npx', ['attw', inject('tarball'), '--profile', 'esm-only', '--exclude-entrypoints', './styles.css', '--no-emoji'])
  })

  it('holds the built files, the licence and the documents, and nothing of how it was built', async () => {
    const files = (await run('tar', ['-tzf', inject('tarball')])).trim().split('\n')
    const outside = files.map((name) => name.replace('package/', '')).filter((name) => !name.startsWith('dist/'))
    expect(outside.sort()).toEqual(['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json'])
    expect(files.filter((name) => /tsbuildinfo|\.tsx$|(?<!\.d)\.ts$|\/build\//.test(name))).toEqual([])
  })
})
