import type { ElementContent, Nodes, Root } from 'hast'
import { toHtml } from 'hast-util-to-html'
import { common, createLowlight } from 'lowlight'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import manifest from '../../../package.json' with { type: 'json' }
import { addressFrom, resolveLink, type SitePage } from './site-pages.ts'

/** A heading of a page, with the text until the next heading. */
export interface Section {
  readonly depth: number
  readonly id: string
  readonly heading: string
  text: string
}

/** A page as HTML, and what else the site needs of it. */
export interface RenderedPage extends SitePage {
  readonly title: string
  /** The first paragraph, as text. */
  readonly description: string
  readonly html: string
  readonly sections: readonly Section[]
  /** Files of `docs` that the page shows or links to. */
  readonly files: ReadonlyMap<string, string>
  /** Ids of the stories that run in the page. */
  readonly stories: readonly string[]
}

const lowlight = createLowlight(common)
const repository = manifest.repository.url.replace(/^git\+|\.git$/g, '')
/** An HTML comment, which GitHub does not show, puts a story of the workshop into a page. */
const STORY = /^<!-- story: ([\w-]+) -->$/
const ANCHOR = /^<a id="([\w-]+)">$/

/** Renders the Markdown of a page. */
export function renderPage(page: SitePage, pages: readonly SitePage[]): RenderedPage {
  const tree = fromMarkdown(page.markdown, { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] })
  const root = toHast(tree, { allowDangerousHtml: true }) as Root
  const sections: Section[] = []
  const files = new Map<string, string>()
  const stories: string[] = []
  const taken = new Map<string, number>()

  const toAddress = (link: string): string => {
    const target = resolveLink(page, link, pages)
    if (target === undefined) return link
    if (target.kind === 'page')
      return target.page === page && target.hash !== '' ? target.hash : addressFrom(page, target.page.path) + target.hash
    if (target.kind === 'repository') return `${repository}/blob/v${manifest.version}/${target.source}`
    files.set(target.source, target.path)
    return addressFrom(page, target.path)
  }

  const visit = (node: ElementContent): ElementContent[] => {
    if (node.type === 'comment') return []
    if (node.type === 'text') {
      const section = sections.at(-1)
      if (section !== undefined) section.text += node.value
      return [node]
    }
    if (node.type === 'raw') return visitHtml(node.value)
    if (/^h[1-6]$/.test(node.tagName)) return [toHeading(node)]
    const { href, src } = node.properties
    if (typeof href === 'string') node.properties.href = toAddress(href)
    if (typeof src === 'string') node.properties.src = toAddress(src)
    if (node.tagName === 'pre') highlight(node)
    // A screen reader would announce a header without a name.
    if (node.tagName === 'th' && textOf(node) === '') node.tagName = 'td'
    node.children = node.children.flatMap(visit)
    if (node.tagName !== 'table') return [node]
    // A table that is wider than the page scrolls alone. The focus lets a keyboard scroll it.
    const label = `Table: ${sections.at(-1)?.heading ?? page.path}`
    return [element('div', { className: 'table', role: 'group', ariaLabel: label, tabIndex: 0 }, [node])]
  }

  const visitHtml = (html: string): ElementContent[] => {
    const story = STORY.exec(html)?.[1]
    if (story !== undefined) {
      stories.push(story)
      const address = `${addressFrom(page, 'workshop/')}/?path=/story/${story}`
      const open = element('a', { href: address }, [{ type: 'text', value: 'Open it in the workshop' }])
      return [element('p', { className: 'story', dataStory: story, dataWorkshop: addressFrom(page, 'workshop') }, [open])]
    }
    const id = ANCHOR.exec(html)?.[1]
    if (id !== undefined) return [element('a', { id }, [])]
    if (html === '</a>' || html.startsWith('<!--')) return []
    throw new Error(`${page.source} has HTML that the site does not show: ${html}. Write it in Markdown.`)
  }

  const toHeading = (node: ElementContent & { type: 'element' }): ElementContent => {
    const heading = textOf(node)
    const depth = Number(node.tagName[1])
    const id = unique(slugOf(heading), taken)
    node.children = node.children.flatMap(visit)
    sections.push({ depth, id, heading, text: '' })
    node.properties.id = id
    if (depth > 1)
      node.children.push(
        element('a', { className: 'anchor', href: `#${id}`, ariaLabel: `Link to ${heading}` }, [{ type: 'text', value: '#' }]),
      )
    return node
  }

  root.children = root.children.flatMap((node) => (node.type === 'doctype' ? [] : visit(node)))
  const first = root.children.find((node) => node.type === 'element' && node.tagName === 'p')
  return {
    ...page,
    title: sections[0]?.heading ?? page.path,
    description: first === undefined ? '' : textOf(first).replaceAll(/\s+/g, ' '),
    html: toHtml(root),
    sections,
    files,
    stories,
  }
}

/** Colors the words of a code block, if the highlighter knows its language. */
function highlight(pre: ElementContent & { type: 'element' }): void {
  const [code] = pre.children
  if (code?.type !== 'element') return
  const language = String(Array.isArray(code.properties.className) ? code.properties.className[0] : '').replace('language-', '')
  // A block that is wider than the page scrolls. The focus lets a keyboard scroll it.
  pre.properties = { tabIndex: 0 }
  if (lowlight.registered(language)) code.children = lowlight.highlight(language, textOf(code)).children as ElementContent[]
}

const element = (tagName: string, properties: Record<string, string | number>, children: ElementContent[]): ElementContent => ({
  type: 'element',
  tagName,
  properties,
  children,
})

function textOf(node: Nodes): string {
  if (node.type === 'text') return node.value
  return 'children' in node ? node.children.map(textOf).join('') : ''
}

/** Returns the id of a heading, as GitHub makes it. */
function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s_-]/gu, '')
    .replaceAll(/\s/g, '-')
}

function unique(id: string, taken: Map<string, number>): string {
  const count = taken.get(id) ?? 0
  taken.set(id, count + 1)
  return count === 0 ? id : `${id}-${count}`
}
