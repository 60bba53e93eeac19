import { replaceInvisible } from '../../core/invisible.ts'
import { readDocument } from './read-document.ts'

/** Corrects what is safe to correct, because nobody sees it: removes invisible characters and HTML comments. */
export function fixTerms(text: string): string {
  const { refused } = readDocument(text)
  const comments = refused.filter(({ kind }) => kind === 'html_comment').sort((a, b) => b.start - a.start)
  const bare = comments.reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text)
  return replaceInvisible(bare, () => '')
}
