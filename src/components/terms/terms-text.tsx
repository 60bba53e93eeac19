'use client'

import { memo, type ReactElement, useMemo, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'
import type { LoadedText } from './load-text.ts'
import { type PreparedTerms, type PrepareOptions, prepareTerms } from './prepare-terms.ts'
import { renderTerms } from './render-terms.ts'
import type { TermsNode } from './terms-node.ts'

/** A prepared document; or plain text, with (`marked`) or without marks; or `failed`, because its parser did not load. */
export type Prepared = PreparedTerms | 'plain' | 'marked' | 'failed'

/** Called when a document is ready to show, or failed. */
export type PreparedListener = (prepared: Prepared) => void

/** Props of {@link TermsText}. */
export interface TermsTextProps extends PrepareOptions {
  readonly text: string
  readonly tree?: { readonly children: readonly TermsNode[] } | undefined
  readonly onPrepared: PreparedListener
}

/** The text of the terms. Memoized, because rendering a long text is slow. */
export const TermsText = memo(function TermsText({ text, tree, ...rest }: TermsTextProps): ReactElement | null {
  return tree === undefined ? <LazyText text={text} {...rest} /> : <TreeText tree={tree} {...rest} />
})

function TreeText({
  tree,
  onPrepared,
  prefix,
  headingLevel,
  words,
}: Omit<TermsTextProps, 'text' | 'tree'> & { readonly tree: NonNullable<TermsTextProps['tree']> }) {
  const prepared = useMemo(() => prepareTerms(tree, { prefix, headingLevel, words }), [tree, prefix, headingLevel, words])
  useIsomorphicLayoutEffect(() => onPrepared(prepared), [prepared, onPrepared])
  return <>{useMemo(() => renderTerms(prepared.children), [prepared])}</>
}

function LazyText({ text, ...rest }: Omit<TermsTextProps, 'tree'>): ReactElement | null {
  const [parts, setParts] = useState<LoadedText & { readonly for: string }>()
  const { onPrepared } = rest
  useIsomorphicLayoutEffect(() => {
    let current = true
    // Only custom terms load this: shipped templates have a tree.
    import('./load-text.ts')
      .then((module) => module.loadText(text))
      .then(
        (loaded) => current && setParts({ ...loaded, for: text }),
        () => current && onPrepared('failed'),
      )
    return () => {
      current = false
    }
  }, [text, onPrepared])
  if (parts === undefined || parts.for !== text) return null
  return <parts.Text text={text} plugins={parts.plugins} {...rest} />
}
