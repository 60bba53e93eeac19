/** A node of an mdast tree, with the members that this file reads. */
interface MarkdownNode {
  readonly type: string
  children?: MarkdownNode[]
  readonly value?: string
  readonly identifier?: string
  readonly label?: string | null
  readonly lang?: string | null
  readonly meta?: string | null
  readonly ordered?: boolean | null
  readonly start?: number | null
  align?: (string | null)[] | null
  data?: Record<string, unknown>
  readonly position?: { readonly start: { readonly offset?: number }; readonly end: { readonly offset?: number } }
}

/**
 * A remark plugin that keeps the signed text that a Markdown renderer omits, and shows it as plain text.
 *
 * These are link definitions, the language of a code block, cells beyond the columns of a table, the numbers of list items, and the labels
 * of footnotes. A footnote that nothing refers to is kept too.
 */
export function keepSignedText(): (tree: MarkdownNode, file: { readonly value: unknown }) => void {
  return (tree, file) => {
    const source = String(file.value)
    const notes = numberFootnotes(tree)
    keepIn(tree)

    function keepIn(parent: MarkdownNode): void {
      for (const child of parent.children ?? []) keepIn(child)
      if (parent.type === 'table') widen(parent)
      if (parent.type === 'list' && parent.ordered) number(parent)
      if (parent.children) parent.children = parent.children.flatMap(keep)
    }

    function keep(node: MarkdownNode): MarkdownNode[] {
      if (node.type === 'definition') return [node, paragraph(sourceOf(node))]
      if (node.type === 'code' && node.lang) return [paragraph([node.lang, node.meta].filter(Boolean).join(' ')), node]
      if (node.type === 'footnoteReference') {
        const { label = '' } = node
        return label === notes.numberOf(node) ? [node] : [node, text(`[${label}]`)]
      }
      if (node.type === 'footnoteDefinition') {
        if (!notes.isShown(node)) return [paragraph(sourceOf(node))]
        if (node.label !== notes.numberOf(node)) node.children = [paragraph(`[${node.label}]`), ...(node.children ?? [])]
      }
      return [node]
    }

    // A renderer counts from the first number of a list. The text may count differently. A list that repeats one number leaves the counting
    // to Markdown, as most editors write lists.
    function number(list: MarkdownNode): void {
      const items = list.children ?? []
      const numbers = items.map((item) => Number.parseInt(sourceOf(item), 10))
      if (numbers.every((signed) => signed === list.start)) return
      items.forEach((item, at) => {
        const signed = numbers[at]
        if (signed !== (list.start ?? 1) + at) item.data = { ...item.data, hProperties: { value: signed } }
      })
    }

    function sourceOf({ position }: MarkdownNode): string {
      return source.slice(position?.start.offset, position?.end.offset)
    }
  }
}

// A renderer omits the cells that have no column name.
function widen(table: MarkdownNode): void {
  const columns = Math.max(...(table.children ?? []).map((row) => row.children?.length ?? 0))
  table.align = Array.from({ length: columns }, (_, at) => table.align?.[at] ?? null)
}

/** Finds the number that a renderer gives each footnote: in the order of the first references, then of those in the footnotes themselves. */
function numberFootnotes(tree: MarkdownNode): {
  readonly numberOf: (node: MarkdownNode) => string
  readonly isShown: (definition: MarkdownNode) => boolean
} {
  const definitions = new Map<string, MarkdownNode>()
  const order = new Set<string>()
  const idOf = (node: MarkdownNode) => (node.identifier ?? '').toUpperCase()
  const visit = (node: MarkdownNode, each: (node: MarkdownNode) => boolean): void => {
    if (each(node)) for (const child of node.children ?? []) visit(child, each)
  }
  visit(tree, (node) => {
    if (node.type === 'footnoteDefinition' && !definitions.has(idOf(node))) definitions.set(idOf(node), node)
    return true
  })
  const collect = (node: MarkdownNode) => {
    if (node.type === 'footnoteReference') order.add(idOf(node))
    return node.type !== 'footnoteDefinition'
  }
  visit(tree, collect)
  // The set grows while it is read.
  for (const id of order) for (const child of definitions.get(id)?.children ?? []) visit(child, collect)
  return {
    numberOf: (node) => String([...order].indexOf(idOf(node)) + 1),
    isShown: (definition) => order.has(idOf(definition)) && definitions.get(idOf(definition)) === definition,
  }
}

function paragraph(value: string): MarkdownNode {
  return { type: 'paragraph', children: [text(value)] }
}

function text(value: string): MarkdownNode {
  return { type: 'text', value }
}
