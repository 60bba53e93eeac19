import { createElement, type ReactNode, useLayoutEffect, useRef } from 'react'
import { createRoot } from 'react-dom/client'

interface Node {
  readonly tagName?: string
  readonly value?: string
  readonly properties?: Readonly<Record<string, unknown>>
  readonly children?: readonly Node[]
}

/** The terms of `config.ts`, parsed when the bench builds the page. */
declare const BENCH_TERMS: Node

/** The least that can show the same terms: a parsed tree in a native dialog, without a style sheet, storage or signature. */
function Dialog() {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} aria-labelledby="title">
      <h1 id="title">Pomelo asks for your permission</h1>
      <section data-part="terms-text" aria-label="Terms">
        {toElements(BENCH_TERMS.children ?? [])}
      </section>
      <button type="button">Agree</button>
      <button type="button">Decline</button>
    </dialog>
  )
}

function toElements(nodes: readonly Node[]): ReactNode {
  return nodes.map(({ tagName, value, properties, children = [] }, key) =>
    tagName === undefined ? (value ?? null) : createElement(tagName, { key, ...properties }, ...[toElements(children)].flat()),
  )
}

const root = document.getElementById('root')
if (root !== null) createRoot(root).render(<Dialog />)
