'use client'

import type { ReactElement } from 'react'
import type { Appearance } from './appearance.ts'

/** Props of {@link ServerStyle}. */
interface ServerStyleProps {
  readonly scope: string
  readonly nonce: string
  readonly appearance: Appearance
}

const NAME = /^[\w-]+$/
// Characters that can end a declaration, a rule or the element, start a comment, or that React 18 writes as an HTML entity.
const HARMFUL = /[;{}<>&"'\\\n\r\f\0]|\/\*/
// A font name means the same without its quotes.
const QUOTED_NAME = /(["'])([a-z][\w-]*(?: [a-z][\w-]*)*)\1/gi

/**
 * The variables of `appearance` in HTML from a server, for a page whose CSP allows styles by a nonce. They apply before any script runs. In
 * the browser a script sets the variables on each part.
 */
export function ServerStyle({ scope, nonce, appearance }: ServerStyleProps): ReactElement {
  // Browsers hide the nonce of an element from scripts, so it never matches at hydration.
  return (
    <style nonce={nonce} suppressHydrationWarning>
      {toCss(scope, appearance.variables)}
    </style>
  )
}

/** Returns one CSS rule for the parts of one provider. Invalid names and values are left out, as a browser does. */
export function toCss(scope: string, variables: { readonly [name: string]: string | undefined } = {}): string {
  const declarations = Object.entries(variables).flatMap(([name, value = '']) => {
    const plain = value.replace(QUOTED_NAME, '$2')
    return NAME.test(name) && !HARMFUL.test(plain) && isBalanced(plain) ? [`--licet-${name}:${plain}`] : []
  })
  return `[data-licet-look=${scope}]{${declarations.join(';')}}`
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
