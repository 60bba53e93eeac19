import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toHast } from 'mdast-util-to-hast'
import { gfm } from 'micromark-extension-gfm'
import { isFormattable } from '../is-formattable.ts'
import type { TermsTree } from '../tree.ts'
import { keepSignedText } from './keep-signed-text.ts'
import { linkHeadings } from './link-headings.ts'
import { usesGfm } from './uses-gfm.ts'

/**
 * Parses Markdown to the document that the browser makes from the same text, as plain JSON. Returns `undefined` for a text that the kit shows
 * without formatting.
 */
export function parseDocument(text: string): TermsTree | undefined {
  if (!isFormattable(text)) return undefined
  const extensions = usesGfm(text) ? { extensions: [gfm()], mdastExtensions: [gfmFromMarkdown()] } : {}
  const tree = fromMarkdown(text, extensions)
  // Its types list the members of each node; this package reads few of them.
  keepSignedText()(tree as object as Parameters<ReturnType<typeof keepSignedText>>[0], { value: text })
  linkHeadings()(tree)
  // A document that a parser made has more members than a template has: the kit reads and checks them when it shows the terms.
  return toJson(toHast(tree, { allowDangerousHtml: true })) as TermsTree
}

/** A node of a hast tree, with the members that are kept. */
interface HastNode {
  readonly type: string
  readonly tagName?: string
  readonly properties?: object
  readonly value?: string
  readonly children?: readonly HastNode[]
}

// HTML allows no text between the cells of a table, and React warns of it.
const TABLE_PARTS = new Set(['table', 'thead', 'tbody', 'tr'])

function toJson({ type, tagName, properties, value, children }: HastNode): HastNode {
  const isTable = tagName !== undefined && TABLE_PARTS.has(tagName)
  return {
    type,
    ...(tagName !== undefined && { tagName, properties: { ...properties } }),
    ...(value !== undefined && { value }),
    ...(children && { children: children.filter((child) => !isTable || child.type === 'element').map(toJson) }),
  }
}
