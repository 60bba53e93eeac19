'use client'

import { type ReactElement, useLayoutEffect, useMemo } from 'react'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import type { MarkdownTextProps } from './markdown-text.tsx'
import { revealHidden } from './terms-node.ts'

/** Renders a text that is too complex to format, as plain text with hidden characters made visible. */
export function PlainText({ text, onPrepared }: MarkdownTextProps): ReactElement {
  const part = useInnerParts()
  // Not `useIsomorphicLayoutEffect()`: this component is loaded on demand, so it never renders on a server.
  useLayoutEffect(() => onPrepared(revealHidden(text) === text ? 'plain' : 'marked'), [onPrepared, text])
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of a text keep their order
        <p key={at} {...part('terms-plain')}>
          {revealHidden(block).trim()}
        </p>
      ))}
    </>
  )
}

/** Splits a text at empty lines; joined, the blocks are the text. Without a look-behind, which WebKit before 16.4 cannot parse. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let from = 0
  for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n', from)) {
    blocks.push(text.slice(from, at + 1))
    from = at + 1
  }
  return [...blocks, text.slice(from)]
}
