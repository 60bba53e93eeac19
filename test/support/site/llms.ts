import { nameOf } from './layout.ts'
import type { Group } from './navigation.ts'
import { addressFrom, resolveLink, type SitePage } from './site-pages.ts'

/** Returns `llms.txt` (llmstxt.org): every page as Markdown, with its first sentence. `folder` is the folder of the version. */
export function llmsTxt(groups: readonly Group[], folder = ''): string {
  const [summary = ''] = groups[0]?.pages[0]?.description.split('\n') ?? []
  const sections = groups.map(({ title, pages }) => {
    const links = pages.map((page) => {
      const sentence = /^.*?[.:](?= |$)/.exec(page.description)?.[0].replace(/:$/, '.') ?? page.description
      return `- [${nameOf(page)}](${folder}${toMarkdownPath(page)})${sentence === '' ? '' : `: ${sentence}`}`
    })
    return `## ${title}\n\n${links.join('\n')}\n`
  })
  return `# Licet\n\n> ${summary}\n\nAll pages in one file: [llms-full.txt](llms-full.txt).\n\n${sections.join('\n')}`
}

/** Returns `llms-full.txt`: the Markdown of every page, in the order of the sidebar. */
export function llmsFullTxt(groups: readonly Group[], pages: readonly SitePage[]): string {
  return groups
    .flatMap((group) => group.pages)
    .map((page) => `<!-- ${toMarkdownPath(page)} -->\n\n${pageMarkdown(page, pages)}`)
    .join('\n\n')
}

/** Returns the Markdown of a page with links that work in the folder of the site. */
export function pageMarkdown(page: SitePage, pages: readonly SitePage[]): string {
  return page.markdown.replaceAll(/\]\(([^)\s]+)\)/g, (whole, link: string) => {
    const target = resolveLink(page, link, pages)
    return target?.kind === 'page' && !link.startsWith('#')
      ? `](${addressFrom(page, toMarkdownPath(target.page)) + target.hash})`
      : target?.kind === 'file'
        ? `](${addressFrom(page, target.path)})`
        : whole
  })
}

/** The path of a page as Markdown. */
export function toMarkdownPath({ path }: SitePage): string {
  return path.replace(/\.html$/, '.md')
}
