'use client'

import { type ReactElement, useMemo } from 'react'
import Markdown, { type Options } from 'react-markdown'
import { useIsomorphicLayoutEffect } from '../../react/provider/use-isomorphic-layout-effect.ts'
import { keepSignedText } from '../../terms/markdown/keep-signed-text.ts'
import { linkHeadings } from '../../terms/markdown/link-headings.ts'
import { type PreparedTerms, type PrepareOptions, prepareTerms } from './prepare-terms.ts'
import type { TermsNode } from './terms-node.ts'
import type { PreparedListener } from './terms-text.tsx'

type Plugins = NonNullable<Options['remarkPlugins']>

/** Props of {@link MarkdownText}. */
export interface MarkdownTextProps extends PrepareOptions {
  readonly text: string
  /** `remark-gfm`, for a text that uses it. */
  readonly plugins: Plugins
  readonly onPrepared: PreparedListener
}

/** Renders custom terms with the Markdown parser. It is loaded on demand and never with the gate. */
export function MarkdownText({ text, plugins, onPrepared, prefix, headingLevel, words }: MarkdownTextProps): ReactElement {
  const [rehype, result] = useMemo(() => {
    const found: { prepared?: PreparedTerms } = {}
    const plugin = () => (tree: { children: TermsNode[] }) => {
      found.prepared = prepareTerms(tree, { prefix, headingLevel, words })
      tree.children = found.prepared.children
    }
    return [[plugin], found] as const
  }, [prefix, headingLevel, words])
  const content = useMemo(
    () => (
      <Markdown
        remarkPlugins={[...plugins, ...([keepSignedText, linkHeadings] as unknown as Plugins)]}
        rehypePlugins={rehype as unknown as Plugins}
      >
        {text}
      </Markdown>
    ),
    [text, plugins, rehype],
  )
  useIsomorphicLayoutEffect(() => {
    if (result.prepared !== undefined) onPrepared(result.prepared)
  }, [content, onPrepared, result])
  return content
}
