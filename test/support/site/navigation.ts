import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { projectRoot } from '../run-command.ts'
import type { RenderedPage } from './render-page.ts'
import { resolveLink } from './site-pages.ts'

/** A group of pages in the sidebar. */
export interface Group {
  readonly title: string
  readonly pages: readonly RenderedPage[]
}

/** Returns the sidebar: the sections of `docs/README.md` with the pages that each lists, then every other page. */
export function navigation(pages: readonly RenderedPage[]): readonly Group[] {
  const overview = pages.find(({ source }) => source === 'docs/README.md')
  if (overview === undefined) return []
  const listed = new Set<RenderedPage>([overview])
  const groups: Group[] = readFileSync(join(projectRoot, overview.source), 'utf8')
    .split(/^##+ /m)
    .slice(1)
    .map((section) => ({
      title: (section.split('\n')[0] ?? '').replace(/:.*/, ''),
      pages: [...section.matchAll(/\]\(([^)\s]+)\)/g)].flatMap(([, link = '']) => {
        const target = resolveLink(overview, link, pages)
        const page = target?.kind === 'page' ? pages.find(({ source }) => source === target.page.source) : undefined
        if (page === undefined || listed.has(page)) return []
        listed.add(page)
        return [page]
      }),
    }))
    .filter(({ pages }) => pages.length > 0)
  const [home] = pages
  const first: Group = { title: 'Licet', pages: [...(home === undefined ? [] : [home]), overview] }
  const others = pages.filter((page) => page !== home && !listed.has(page))
  return [first, ...groups, { title: 'The project', pages: others }]
}
