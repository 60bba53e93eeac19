import type { ComponentType } from 'react'
import { isFormattable } from '../../terms/is-formattable.ts'
import { usesGfm } from '../../terms/markdown/uses-gfm.ts'
import { MarkdownText, type MarkdownTextProps } from './markdown-text.tsx'
import { PlainText } from './plain-text.tsx'

/** The component that renders custom terms, and the plugins that it needs. */
export interface LoadedText {
  readonly Text: ComponentType<MarkdownTextProps>
  readonly plugins: MarkdownTextProps['plugins']
}

/** Returns the renderer for a text: Markdown, with `remark-gfm` only when the text uses it, or plain text when formatting would take too long. */
export async function loadText(text: string): Promise<LoadedText> {
  if (!isFormattable(text)) return { Text: PlainText, plugins: [] }
  return { Text: MarkdownText, plugins: usesGfm(text) ? [(await import('remark-gfm')).default] : [] }
}
