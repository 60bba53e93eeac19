'use client'

import type { ReactElement } from 'react'
import type { Appearance } from './types.ts'

/** Props of {@link ServerLook}. */
interface ServerLookProps {
  readonly id: string
  readonly nonce: string
  readonly appearance: Appearance
}

const NAME = /^[\w-]+$/
// What could end a declaration, a rule or the element; what React 18 writes as an entity, which CSS does not know; and a comment.
const HARMFUL = /[;{}<>&"'\\\n\r\f\0]|\/\*/
// A font's name says the same without its quotes.
const QUOTED_NAME = /(["'])([a-z][\w-]*(?: [a-z][\w-]*)*)\1/gi

/**
 * The looks in a server's HTML, for a page whose policy admits styles by a nonce: they are there before any script is. The parts of this
 * provider take them; in a browser each of them carries its variables itself, set by script.
 */
export function ServerLook({ id, nonce, appearance }: ServerLookProps): ReactElement {
  // Browsers hide the nonce of an element from scripts, so what React compares is never the same.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {toCss(id, appearance.variables)}
    </style>
  )
}

/** One rule for the parts of one provider. A name or value that is none is left out, as a browser does. */
export function toCss(id: string, variables: { readonly [name: string]: string | undefined } = {}): string {
  const declarations = Object.entries(variables).flatMap(([name, value = '']) => {
    const plain = value.replace(QUOTED_NAME, '$2')
    return NAME.test(name) && !HARMFUL.test(plain) && isBalanced(plain) ? [`--licet-${name}:${plain}`] : []
  })
  return `[data-licet-look=${id}]{${declarations.join(';')}}`
}

function isBalanced(value: string): boolean {
  let depth = 0
  for (const letter of value) {
    if (letter === '(' || letter === '[') depth++
    if (letter === ')' || letter === ']') depth--
    if (depth < 0) return false
  }
  return depth === 0
}
