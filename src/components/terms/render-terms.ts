import { createElement, type ReactNode } from 'react'
import type { TermsNode } from './terms-node.ts'

/** Turns a prepared document into React elements, so that shipped templates need no Markdown parser in the browser. */
export function renderTerms(nodes: readonly TermsNode[]): ReactNode {
  return nodes.map((node, at) => {
    if (node.tagName === undefined) return node.value ?? null
    const children = node.children ?? []
    const props = { key: at, ...toAttributes(node.properties ?? {}) }
    return children.length === 0 ? createElement(node.tagName, props) : createElement(node.tagName, props, renderTerms(children))
  })
}

function toAttributes(properties: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(properties).map(([name, value]) => [
      name.replace(/^data([A-Z])/, (_, letter: string) => `data-${letter.toLowerCase()}`),
      value,
    ]),
  )
}
