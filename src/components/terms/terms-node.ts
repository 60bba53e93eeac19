import { nameCharacter, replaceInvisible } from '../../core/invisible.ts'

/** A node of a hast tree, with the members that the kit reads. */
export interface TermsNode {
  type: string
  tagName?: string
  properties?: Record<string, unknown>
  children?: TermsNode[]
  value?: string
}

/** Makes an element. */
export function element(tagName: string, properties: Record<string, unknown>, children: TermsNode[]): TermsNode {
  return { type: 'element', tagName, properties, children }
}

/** Makes a text node. */
export function text(value: string): TermsNode {
  return { type: 'text', value }
}

/** Returns the text of a node and its descendants. */
export function textOf(node: TermsNode): string {
  return node.value ?? (node.children ?? []).map(textOf).join('')
}

/** Replaces each hidden character by its name, such as `U+200B`, between two spaces. */
export function revealHidden(value: string): string {
  return replaceInvisible(value, (char) => ` ${nameCharacter(char)} `)
}
