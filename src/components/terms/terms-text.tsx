'use client'

import { memo, type ReactElement, useMemo, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/use-isomorphic-layout-effect.ts'
import type { LoadedText } from './load-text.ts'
import { type PreparedTerms, type PrepareOptions, prepareTerms, type TermsNode } from './prepare-terms.ts'
import { renderTerms } from './render-terms.ts'

/** A document on screen: formatted; as plain text, with or without marks; or none, because its parser did not load. */
export type Prepared = PreparedTerms | 'plain' | 'marked' | 'failed'

/** Hears what came of a document. */
export type PreparedListener = (prepared: Prepared) => void

/** Props of {@link TermsText}. */
export interface TermsTextProps extends PrepareOptions {
  readonly text: string
  readonly tree?: { readonly children: readonly TermsNode[] } | undefined
  readonly onPrepared: PreparedListener
}

/** The text itself. Memoised: nothing that happens around it renders it again. */
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
    // With all that a text of one's own needs: a shipped template has its tree.
    import('./load-text.ts')
      .then(({ loadText }) => loadText(text))
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
