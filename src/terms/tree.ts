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

/** The terms as a tree in the form of hast, the same that a Markdown renderer builds from the text. */
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

/** The text of a node and all below it. */
export function textOf(node: TermsElement | TermsText | TermsTree): string {
  return node.type === 'text' ? node.value : node.children.map(textOf).join('')
}

/**
 * Makes the id of a heading from its text: small letters and digits of any script, joined by hyphens.
 *
 * The tree of `compileTermsTree()` carries these ids, the lines of `summarize()` name them, and a renderer of the Markdown gets the same ones
 * by applying this to the text of each heading.
 */
export function headingId(text: string): string {
  return text.normalize('NFC').toLowerCase().replace(NOT_WORD, '-').replace(EDGES, '')
}
