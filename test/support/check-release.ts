import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'

/** What a release is checked for before npm publishes it. */
export interface ReleaseState {
  readonly version: string
  /** The `repository.url` of package.json. */
  readonly repository: string
  readonly changelog: string
  /** The tags of the checked-out commit. */
  readonly tags: readonly string[]
  /** The output of `git status --porcelain`. */
  readonly changedFiles: string
}

/** Returns what has to be fixed before the release, each as a sentence. */
export function findReleaseProblems({ version, repository, changelog, tags, changedFiles }: ReleaseState): string[] {
  const problems: string[] = []
  if (repository.includes('/OWNER/'))
    problems.push('`repository` in package.json has the placeholder OWNER. Replace it with the owner of the repository.')
  if (!changelog.includes(`\n## ${version}\n`)) problems.push(`CHANGELOG.md has no section "## ${version}". Add it.`)
  if (!tags.includes(`v${version}`)) problems.push(`The commit has no tag v${version}. Make the release with \`npm version\`.`)
  if (changedFiles !== '') problems.push(`These files are not committed:\n${changedFiles}\nCommit them, and tag the commit.`)
  return problems
}

/** Refuses to publish what `findReleaseProblems` finds (`prepublishOnly`). */
export function main(): void {
  const { version, repository } = JSON.parse(readFileSync('package.json', 'utf8'))
  const git = (...args: string[]) => execFileSync('git', args, { encoding: 'utf8' }).trim()
  const problems = findReleaseProblems({
    version,
    repository: repository.url,
    changelog: readFileSync('CHANGELOG.md', 'utf8'),
    tags: git('tag', '--points-at', 'HEAD').split('\n'),
    changedFiles: git('status', '--porcelain'),
  })
  if (problems.length === 0) return
  console.error(['Nothing was published.', ...problems].join('\n'))
  process.exitCode = 1
}
