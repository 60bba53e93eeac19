import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import { describe, expect, inject, it } from 'vitest'
import manifest from '../../package.json' with { type: 'json' }
import { findReleaseProblems } from '../support/check-release.ts'
import { projectRoot, run } from '../support/run-command.ts'

/** The documents that only people who change Licet need. */
const FOR_CONTRIBUTORS = /^docs\/(?:contributing\.md|decisions\/.*|explanation\/(?:bench\.md|requirements\.md|screen\b.*|.*\.svg))$/

describe('the packed tarball', () => {
  it('passes the checks of publint', async () => {
    await run('npx', ['publint', '--strict', inject('tarball')])
  })

  it('has types for every subpath with every module resolution for ES modules', async () => {
    await run('npx', [
      'attw',
      inject('tarball'),
      '--profile',
      'esm-only',
      '--exclude-entrypoints',
      './styles.css',
      './verify.html',
      '--no-emoji',
    ])
  })

  it('contains the built files, the license, the documents and the files to deploy, but no sources and no build files', async () => {
    const files = (await run('tar', ['-tzf', inject('tarball')])).trim().split('\n')
    const outside = files.map((name) => name.replace('package/', '')).filter((name) => !name.startsWith('dist/'))
    const filesOf = (folder: string) =>
      readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
        .filter((name) => /\.\w+$|^Dockerfile$/.test(name))
        .map((name) => `${folder}/${name}`)
        .filter((name) => !FOR_CONTRIBUTORS.test(name))
    const others = ['CHANGELOG.md', 'LICENSE', 'README.md', 'SECURITY.md', 'package.json']
    expect(outside.sort()).toEqual([...others, ...filesOf('docs'), ...filesOf('deploy')].sort())
    // The files of `deploy` are copied into a project of the operator.
    const built = files.filter((name) => !name.startsWith('package/deploy/'))
    expect(built.filter((name) => /tsbuildinfo|\.tsx$|(?<!\.d)\.ts$|\/build\//.test(name))).toEqual([])
  })

  it('has documents whose links lead to files of the package, and a README whose links lead to files of the repository', async () => {
    const files = (await run('tar', ['-tzf', inject('tarball')]))
      .trim()
      .split('\n')
      .map((name) => name.replace('package/', ''))
    const linksOf = (file: string) =>
      [...readFileSync(join(projectRoot, file), 'utf8').matchAll(/\]\((?!(?:[a-z]+:|#))([^)\s#]+)/g)].map(([, target = '']) =>
        relative(projectRoot, resolve(projectRoot, dirname(file), target)),
      )
    const documents = files.filter((name) => /^(?:docs\/.+|SECURITY)\.md$/.test(name))
    const dead = documents.flatMap((file) =>
      linksOf(file)
        .filter((target) => !files.includes(target))
        .map((target) => `${file} → ${target}`),
    )
    expect(dead).toEqual([])
    // npmjs.com and GitHub resolve these by the repository of package.json.
    expect(linksOf('README.md').filter((target) => !existsSync(join(projectRoot, target)))).toEqual([])
  })

  it('says where its source, its issues and its documents are, all in one repository', () => {
    const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')
    expect(repository).toMatch(/^https:\/\/github\.com\/[\w-]+\/licet$/)
    expect(manifest.bugs).toBe(`${repository}/issues`)
    expect(manifest.homepage).toBe(`${repository}#readme`)
  })
})

describe('the check before a release', () => {
  const ready = {
    version: '1.2.3',
    repository: 'git+https://github.com/acme/licet.git',
    changelog: '# Changelog\n\n## 1.2.3\n',
    tags: ['v1.2.3'],
    changedFiles: '',
  }

  it('finds no problem in a tagged, committed version with its section in the changelog', () => {
    expect(findReleaseProblems(ready)).toEqual([])
  })

  it('finds a repository without an owner, a missing section, a missing tag and files that are not committed', () => {
    const problems = findReleaseProblems({
      version: '1.2.4',
      repository: manifest.repository.url.replace(/github\.com\/[\w-]+/, 'github.com/OWNER'),
      changelog: ready.changelog,
      tags: ready.tags,
      changedFiles: ' M README.md',
    })
    expect(problems).toEqual([
      expect.stringContaining('OWNER'),
      expect.stringContaining('"## 1.2.4"'),
      expect.stringContaining('v1.2.4'),
      expect.stringContaining('README.md'),
    ])
  })
})
