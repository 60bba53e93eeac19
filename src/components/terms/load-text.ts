import type { ComponentType } from 'react'
import { isTooComplexToFormat, usesGfm } from './markdown-checks.ts'
import { MarkdownText, type MarkdownTextProps } from './markdown-text.tsx'
import { PlainText } from './plain-text.tsx'

/** What draws a text of one's own, and the plugins that it needs. */
export interface LoadedText {
  readonly Text: ComponentType<MarkdownTextProps>
  readonly plugins: MarkdownTextProps['plugins']
}

/** Finds what draws a text: the Markdown parser, with `remark-gfm` only for a text that uses it, or neither where formatting would take too long. */
export async function loadText(text: string): Promise<LoadedText> {
  if (isTooComplexToFormat(text)) return { Text: PlainText, plugins: [] }
  return { Text: MarkdownText, plugins: usesGfm(text) ? [(await import('remark-gfm')).default] : [] }
}
