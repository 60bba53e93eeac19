import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import { projectRoot, run } from '../support/run-command.ts'

describe('the packed tarball', () => {
  it('passes the checks of publint', async () => {
    await run('npx', ['publint', '--strict', inject('tarball')])
  })

  it('has types for every subpath with every module resolution for ES modules', async () => {
    await run('npx', ['attw', inject('tarball'), '--profile', 'esm-only', '--exclude-entrypoints', './styles.css', '--no-emoji'])
  })

  it('contains the built files, the license, the documents and the files to deploy, but no sources and no build files', async () => {
    const files = (await run('tar', ['-tzf', inject('tarball')])).trim().split('\n')
    const outside = files.map((name) => name.replace('package/', '')).filter((name) => !name.startsWith('dist/'))
    const filesOf = (folder: string) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$|^Dockerfile$/.test(name))
        .map((name) => `${folder}/${name}`)
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json']
    expect(outside.sort()).toEqual([...others, ...filesOf('docs'), ...filesOf('deploy')].sort())
    // The files of `deploy` are copied into a project of the operator.
    const built = files.filter((name) => !name.startsWith('package/deploy/'))
    expect(built.filter((name) => /tsbuildinfo|\.tsx$|(?<!\.d)\.ts$|\/build\//.test(name))).toEqual([])
  })
})
