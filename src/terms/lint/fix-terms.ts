import { replaceInvisible } from '../../core/invisible.ts'
import { findRefused } from '../find-refused.ts'

const COMMENT = /<!--[\s\S]*?(?:-->|$)/y

/** Corrects what is safe to correct, because nobody sees it: removes invisible characters and HTML comments. */
export function fixTerms(text: string): string {
  const lines = text.split('\n')
  const offsets = findRefused(text, '')
    .filter(({ rule }) => rule === 'html_comment')
    .map(({ line, column }) => lines.slice(0, line - 1).reduce((sum, one) => sum + one.length + 1, column - 1))
  let bare = text
  for (const offset of offsets.reverse()) {
    COMMENT.lastIndex = offset
    const [comment = ''] = COMMENT.exec(bare) ?? []
    bare = bare.slice(0, offset) + bare.slice(offset + comment.length)
  }
  return replaceInvisible(bare, () => '')
}
