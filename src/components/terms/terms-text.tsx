'use client'

import { memo, type ReactElement, type ReactNode, useState } from 'react'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import type { LoadedText } from './load-text.ts'
import type { PreparedTerms, PrepareOptions } from './prepare-terms.ts'
import { renderTerms } from './render-terms.ts'

/** A prepared document; or plain text, with (`marked`) or without marks; or `failed`, because its parser did not load. */
export type Prepared = PreparedTerms | 'plain' | 'marked' | 'failed'

/** Called when a document is ready to show, or failed. */
export type PreparedListener = (prepared: Prepared) => void

/** Props of {@link TermsText}. */
export interface TermsTextProps extends PrepareOptions {
  readonly text: string
  /** The same document, when it is parsed already. Then `onPrepared` is not called. */
  readonly prepared: PreparedTerms | undefined
  readonly onPrepared: PreparedListener
}

/** The text of the terms. Memoized, because rendering a long text is slow. */
export const TermsText = memo(function TermsText({ prepared, ...rest }: TermsTextProps): ReactNode {
  return prepared === undefined ? <LazyText {...rest} /> : renderTerms(prepared.children)
})

function LazyText({ text, ...rest }: Omit<TermsTextProps, 'prepared'>): ReactElement | null {
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
