'use client'

import { memo, type ReactElement, useMemo, useState } from 'react'
import { useLayout } from '../kit/use-layout.ts'
import { loadMarkdown, type MarkdownParts } from './load-markdown.ts'
import { type PreparedTerms, type PrepareOptions, prepareTerms, type TermsNode } from './prepare-terms.ts'
import { renderTerms } from './render-terms.ts'
import { isBeyondFormatting } from './text-facts.ts'

/** Hears that a document is on screen, or that its parser did not load. */
export type PreparedListener = (prepared: PreparedTerms | 'plain' | 'failed') => void

/** Props of {@link TermsText}. */
export interface TermsTextProps extends PrepareOptions {
  readonly text: string
  readonly tree?: { readonly children: readonly TermsNode[] }
  readonly onPrepared: PreparedListener
}

/** The text itself. Memoised: nothing that happens around it renders it again. */
export const TermsText = memo(function TermsText({ text, tree, ...rest }: TermsTextProps): ReactElement | null {
  if (tree !== undefined) return <TreeText tree={tree} {...rest} />
  if (isBeyondFormatting(text)) return <PlainText text={text} {...rest} />
  return <LazyText text={text} {...rest} />
})

function TreeText({
  tree,
  onPrepared,
  prefix,
  headingLevel,
  words,
}: Omit<TermsTextProps, 'text' | 'tree'> & { readonly tree: NonNullable<TermsTextProps['tree']> }) {
  const prepared = useMemo(() => prepareTerms(tree, { prefix, headingLevel, words }), [tree, prefix, headingLevel, words])
  useLayout(() => onPrepared(prepared), [prepared, onPrepared])
  return <>{useMemo(() => renderTerms(prepared.children), [prepared])}</>
}

function PlainText({ text, onPrepared }: Omit<TermsTextProps, 'tree'>): ReactElement {
  useLayout(() => onPrepared('plain'), [text, onPrepared])
  const blocks = useMemo(() => splitBlocks(text), [text])
  return (
    <>
      {blocks.map((block, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the blocks of one text never move
        <p key={at} data-part="terms-plain">
          {block.trim()}
        </p>
      ))}
    </>
  )
}

function LazyText({ text, ...rest }: Omit<TermsTextProps, 'tree'>): ReactElement | null {
  const [parts, setParts] = useState<MarkdownParts & { readonly for: string }>()
  const { onPrepared } = rest
  useLayout(() => {
    let current = true
    loadMarkdown(text).then(
      (loaded) => current && setParts({ ...loaded, for: text }),
      () => current && onPrepared('failed'),
    )
    return () => {
      current = false
    }
  }, [text, onPrepared])
  if (parts === undefined || parts.for !== text) return null
  return <parts.MarkdownText text={text} plugins={parts.plugins} {...rest} />
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
