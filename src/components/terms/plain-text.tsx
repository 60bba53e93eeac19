'use client'

import { type ReactElement, useLayoutEffect, useMemo } from 'react'
import type { MarkdownTextProps } from './markdown-text.tsx'
import { revealHidden } from './prepare-terms.ts'

/** A text that is too much to format within a moment, as it is but for what cannot be seen. */
export function PlainText({ text, onPrepared }: MarkdownTextProps): ReactElement {
  // Loaded when it is needed, so never drawn on a server.
  useLayoutEffect(() => onPrepared(revealHidden(text) === text ? 'plain' : 'marked'), [onPrepared, text])
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
        <p key={at} data-part="terms-plain">
          {revealHidden(block).trim()}
        </p>
      ))}
    </>
  )
}

/** Cuts a text between the line feeds of each empty line; together the pieces are the text. No look-behind: older WebKit cannot parse one. */
function splitBlocks(text: string): string[] {
  const blocks: string[] = []
  let from = 0
  for (let at = text.indexOf('\n\n'); at >= 0; at = text.indexOf('\n\n', from)) {
    blocks.push(text.slice(from, at + 1))
    from = at + 1
  }
  return [...blocks, text.slice(from)]
}
