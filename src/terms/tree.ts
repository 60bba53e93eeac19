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
