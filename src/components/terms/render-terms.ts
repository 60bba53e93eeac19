import { createElement, type ReactNode } from 'react'
import type { TermsNode } from './terms-node.ts'

const DATA = /^data[A-Z]/

/** Turns a prepared document into React elements, so that shipped templates need no Markdown parser in the browser. */
export function renderTerms(nodes: readonly TermsNode[]): ReactNode[] {
  const rendered: ReactNode[] = []
  for (const { tagName, value, properties = {}, children = [] } of nodes) {
    if (tagName === undefined) {
      rendered.push(value ?? null)
      continue
    }
    const props: Record<string, unknown> = { key: rendered.length }
    for (const [name, attribute] of Object.entries(properties))
      props[DATA.test(name) ? `data-${name.slice('data'.length).toLowerCase()}` : name] = attribute
    rendered.push(children.length === 0 ? createElement(tagName, props) : createElement(tagName, props, renderTerms(children)))
  }
  return rendered
}
