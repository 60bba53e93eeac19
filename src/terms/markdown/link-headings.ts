import { fragmentOf, headingTargets } from './heading-targets.ts'

/** A node of an mdast tree, with the members that this file reads. */
interface MarkdownNode {
  readonly type: string
  readonly children?: readonly MarkdownNode[]
  readonly value?: string
  readonly url?: string
  readonly identifier?: string
  data?: object | undefined
}

/** A remark plugin that lets links to a heading lead to its id on screen. Texts name headings by the slug that GitHub gives them. */
export function linkHeadings(): (tree: MarkdownNode) => void {
  return (tree) => {
    const headings: string[] = []
    const definitions = new Map<string, string>()
    const links: MarkdownNode[] = []
    const visit = (node: MarkdownNode): void => {
      if (node.type === 'heading') headings.push(textOf(node).trim())
      else if (node.type === 'definition' && !definitions.has(node.identifier ?? ''))
        definitions.set(node.identifier ?? '', node.url ?? '')
      else if (node.type === 'link' || node.type === 'linkReference') links.push(node)
      node.children?.forEach(visit)
    }
    visit(tree)
    const targets = headingTargets(headings)
    for (const link of links) {
      const url = link.url ?? definitions.get(link.identifier ?? '') ?? ''
      const id = url.startsWith('#') ? targets.get(fragmentOf(url)) : undefined
      // As a property, the id is not percent-encoded, so it equals the id of the heading.
      if (id !== undefined) link.data = { ...link.data, hProperties: { href: `#${id}` } }
    }
  }
}

function textOf({ value = '', children = [] }: MarkdownNode): string {
  return value + children.map(textOf).join('')
}
