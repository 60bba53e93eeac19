import type { Options } from 'react-markdown'
import { usesGfm } from './text-facts.ts'

/** The parser's component, and the plugins that a text needs. */
export interface MarkdownParts {
  readonly MarkdownText: typeof import('./markdown-text.tsx').default
  readonly plugins: NonNullable<Options['remarkPlugins']>
}

/** Loads the Markdown parser, and `remark-gfm` only for a text that uses it. Call it early: the browser keeps both. */
export async function loadMarkdown(text: string): Promise<MarkdownParts> {
  const [{ default: MarkdownText }, gfm] = await Promise.all([
    import('./markdown-text.tsx'),
    usesGfm(text) ? import('remark-gfm') : undefined,
  ])
  return { MarkdownText, plugins: gfm === undefined ? [] : [gfm.default] }
}
