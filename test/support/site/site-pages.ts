import { readFileSync } from 'node:fs'
import { join, posix } from 'node:path'
import { documents } from '../documents.ts'
import { projectRoot } from '../run-command.ts'

/** A page of the site. */
export interface SitePage {
  /** The Markdown file in the repository, such as `docs/guides/terms.md`. */
  readonly source: string
  /** The file in the folder of the site's version, such as `guides/terms.html`. */
  readonly path: string
  readonly markdown: string
}

/** Files whose path in the site is not that below `docs`. */
const PATHS: Readonly<Record<string, string>> = {
  'README.md': 'index.html',
  'docs/README.md': 'pages.html',
  'CHANGELOG.md': 'changelog.html',
  'SECURITY.md': 'security.html',
}

/** Returns every page of the site: the README, the changelog, the security policy, and each page of `docs`. */
export function sitePages(): readonly SitePage[] {
  return documents().map((source) => ({
    source,
    path: PATHS[source] ?? source.replace(/^docs\//, '').replace(/\.md$/, '.html'),
    markdown: readFileSync(join(projectRoot, source), 'utf8'),
  }))
}

/** What a relative link of a Markdown file leads to. */
export type Target =
  | { readonly kind: 'page'; readonly page: SitePage; readonly hash: string }
  /** A file of `docs` that the site contains, such as a picture. */
  | { readonly kind: 'file'; readonly source: string; readonly path: string }
  /** A file of the repository only. */
  | { readonly kind: 'repository'; readonly source: string }

/** Returns what a link leads to, or `undefined` for a link to another site. */
export function resolveLink(from: SitePage, link: string, pages: readonly SitePage[]): Target | undefined {
  if (/^[a-z]+:/.test(link)) return undefined
  const [file = '', fragment] = link.split('#')
  const hash = fragment === undefined ? '' : `#${fragment}`
  const source = file === '' ? from.source : posix.join(posix.dirname(from.source), file)
  const page = pages.find((page) => page.source === source)
  if (page !== undefined) return { kind: 'page', page, hash }
  const isInSite = source.startsWith('docs/') && posix.extname(source) !== ''
  return isInSite ? { kind: 'file', source, path: source.slice('docs/'.length) } : { kind: 'repository', source }
}

/** Returns the relative address of a file of the site, seen from a page. */
export function addressFrom(page: SitePage, path: string): string {
  return posix.relative(posix.dirname(page.path), path)
}
