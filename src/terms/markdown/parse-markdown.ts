import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'

/** A place in a text. Line and column are counted from 1, the offset from 0. */
export interface MarkdownPoint {
  readonly line: number
  readonly column: number
  readonly offset: number
}

/** A node of an mdast tree (https://github.com/syntax-tree/mdast), with the members that this package reads. */
export interface MarkdownNode {
  /** For example `paragraph`, `heading`, `list`, `table`, `text`, `strong`, `link`, `html`. */
  readonly type: string
  readonly children?: readonly MarkdownNode[]
  /** The text of a leaf: `text`, `inlineCode`, `code`, `html`. */
  readonly value?: string
  /** Level of a heading. */
  readonly depth?: number
  /** Target of a link, an image or a definition. */
  readonly url?: string
  /** Name of a definition or a footnote, and of a reference to it. */
  readonly identifier?: string
  readonly ordered?: boolean | null
  readonly start?: number | null
  readonly position: { readonly start: MarkdownPoint; readonly end: MarkdownPoint }
}

// The transforms split texts at addresses that the tokenizer left out, such as `[www.a.example]`. Their nodes have no position.
const PLACED = gfmFromMarkdown().map(({ transforms: _, ...extension }) => extension)

/**
 * Parses GitHub-flavored Markdown to a tree in which each node has its place in the text.
 *
 * It loads the parser of `react-markdown`, so only code that no browser needs for a shipped template may import it.
 */
export function parseMarkdown(text: string): MarkdownNode {
  // The parser gives each node a position with an offset; only its types leave them open.
  return fromMarkdown(text, { extensions: [gfm()], mdastExtensions: PLACED }) as MarkdownNode
}

/** Calls a function for a node and its descendants, in the order of the text. */
export function visitNodes(node: MarkdownNode, visit: (node: MarkdownNode) => void): void {
  visit(node)
  for (const child of node.children ?? []) visitNodes(child, visit)
}
