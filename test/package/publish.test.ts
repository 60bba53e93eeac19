import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
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

  it('has a README whose pictures and links are files of the published package, and restores that of the repository', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'licet-readme-'))
    const readme = () => readFileSync(join(folder, 'README.md'), 'utf8')
    const support = join(projectRoot, 'test/support')
    const script = [join(support, 'run-ts.mjs'), join(support, 'package-readme.ts')]
    try {
      for (const name of ['README.md', 'package.json']) cpSync(join(projectRoot, name), join(folder, name))
      const original = readme()
      await run('node', script, { cwd: folder })
      const targets = [...readme().matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target)
      const base = `https://unpkg.com/licet@${manifest.version}/`
      expect(targets.filter((target) => !/^(?:https:|#)/.test(target))).toEqual([])
      const paths = targets.filter((target) => target.startsWith(base)).map((target) => target.slice(base.length))
      expect(paths).toContain('docs/consent-screen.png')
      const files = (await run('tar', ['-tzf', inject('tarball')])).trim().split('\n')
      for (const path of paths) expect(files).toContain(`package/${path.replace(/#.*/, '')}`)
      await run('node', [...script, 'restore'], { cwd: folder })
      expect(readme()).toBe(original)
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
    expect(manifest.scripts).toMatchObject({
      prepack: expect.stringMatching(/package-readme\.ts$/),
      postpack: expect.stringMatching(/package-readme\.ts restore$/),
    })
  })
})
