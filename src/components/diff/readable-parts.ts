import type { ClauseDiff } from '../../terms/diff/diff-terms.ts'
import { revealHidden } from '../terms/prepare-terms.ts'

// Stands between two parts while they are eased as one text: marks may begin in one and end in another. No text may hold it.
const EDGE = '\uFFFF'
// Each repetition ends at what could begin the next, so a hostile text costs no more than its length.
const MARKS = /\\([!-/:-@[-`{-~])|\*(\uFFFF?)\*|\[((?:\\.|[^[\]\\])*)\]\([^\s()[\uFFFF]*\)|&#x([\da-f]{1,5});/gi
const OWN_HEADING = /^#{1,6}[ \t][^\n\uFFFF]*(?:\n|$)/
const BLOCK_MARK = /^(\uFFFF?)(?:#{1,6}[ \t]+|(?:>[ \t]?)+)/gm
const BULLET = /^(\uFFFF?[ \t]*)[-*+][ \t]/gm
const TABLE_LINE = /^\uFFFF?(?=\|).*$/gm
const CELL_EDGE = /\\.|\|/g
const BLANK_LINES = /(?:^|\n)(?:\uFFFF*\n)+/g

/**
 * The parts of a clause as people read them: without its heading, which stands above, and without the marks of Markdown.
 *
 * What is compared stays the Markdown: an address that changed, or a mark that is all that changed, is shown as it stands.
 */
export function toReadableParts(parts: ClauseDiff['parts']): string[] {
  const whole = parts.map(({ text }) => text.replaceAll(EDGE, '')).join(EDGE)
  const blocks = whole.replace(OWN_HEADING, '').replace(BLOCK_MARK, '$1').replace(BULLET, '$1• ').replace(TABLE_LINE, easeRow)
  const texts = revealHidden(easeMarks(blocks)).replace(BLANK_LINES, keepEdges).split(EDGE)
  return texts.map((text, at) => text || (parts[at] && isMark(parts[at]) ? parts[at].text : ''))
}

function easeMarks(text: string): string {
  return text.replace(MARKS, (_, escaped?: string, edge?: string, label?: string, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16)).replace(EDGE, '')
    return escaped ?? edge ?? easeMarks(label ?? '')
  })
}

// `| a | b |` as `a · b`; the line below the names of the columns says nothing.
function easeRow(row: string): string {
  if (/^[\s|:\uFFFF-]*$/.test(row)) return row.replace(/[^\uFFFF]/g, '')
  const last = row.lastIndexOf('|')
  let cells = 0
  return row.replace(CELL_EDGE, (found, at: number) => (found !== '|' ? found : cells++ === 0 || at === last ? '' : '·'))
}

// A blank line tells blocks apart in Markdown; here each block begins a line. The first one needs none.
function keepEdges(found: string, at: number): string {
  return (at === 0 ? '' : '\n') + found.replaceAll('\n', '')
}

function isMark({ kind, text }: ClauseDiff['parts'][number]): boolean {
  return kind !== 'same' && /^[*\\]+$/.test(text)
}
