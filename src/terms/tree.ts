const NOT_WORD = /[^\p{L}\p{M}\p{N}]+/gu
const EDGES = /^-+|-+$/g

/** Text in a {@link TermsTree}. */
export interface TermsText {
  type: 'text'
  value: string
}

/** An element in a {@link TermsTree}. */
export interface TermsElement {
  type: 'element'
  tagName: string
  properties: { id?: string; href?: string }
  children: (TermsElement | TermsText)[]
}

/** The terms as a hast tree, equal to the one that a Markdown renderer builds from the text. */
export interface TermsTree {
  type: 'root'
  children: (TermsElement | TermsText)[]
}

/** Makes a text node. */
export function text(value: string): TermsText {
  return { type: 'text', value }
}

/** Makes an element. */
export function element(
  tagName: string,
  children: TermsElement['children'],
  properties: TermsElement['properties'] = {},
): TermsElement {
  return { type: 'element', tagName, properties, children }
}

/** Returns the text of a node and its descendants. */
export function textOf(node: TermsElement | TermsText | TermsTree): string {
  return node.type === 'text' ? node.value : node.children.map(textOf).join('')
}

/**
 * Returns the id of a heading: the lower-case letters and digits of its text, in any script, joined by hyphens.
 *
 * `compileTermsTree()` and `summarize()` use these ids. To get the same ids in your Markdown renderer, pass the text of each heading.
 */
export function headingId(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(NOT_WORD, '-').replace(EDGES, '')
}
