import type { ClauseDiff } from '../../terms/diff/diff-terms.ts'
import { revealHidden } from '../terms/terms-node.ts'

// Separates the parts while they are converted as one text, because a Markdown mark may start in one part and end in another.
const EDGE = '\uF8FE'
// No repetition can match the start of the next one, so the time stays linear in the length of a hostile text.
const MARKS = /\\([!-/:-@[-`{-~])|\*(\uF8FE?)\*|\[((?:\\.|[^[\]\\])*)\]\([^\s()[\uF8FE]*\)|&#x([\da-f]{1,5});/gi
const OWN_HEADING = /^#{1,6}[ \t][^\n\uF8FE]*(?:\n|$)/
const BLOCK_MARK = /^(\uF8FE?)(?:#{1,6}[ \t]+|(?:>[ \t]?)+)/gm
const BULLET = /^(\uF8FE?[ \t]*)[-*+][ \t]/gm
const TABLE_LINE = /^\uF8FE?(?=\|).*$/gm
const CELL_EDGE = /\\.|\|/g
const BLANK_LINES = /(?:^|\n)(?:\uF8FE*\n)+/g

/**
 * Returns the text of each part of a clause without its heading, which stands above, and without Markdown marks.
 *
 * The comparison itself uses the Markdown. A part that consists of marks only is therefore shown as it is.
 */
export function toReadableParts(parts: ClauseDiff['parts']): string[] {
  const whole = parts.map(({ text }) => text.replaceAll(EDGE, '\uFFFD')).join(EDGE)
  const blocks = whole.replace(OWN_HEADING, '').replace(BLOCK_MARK, '$1').replace(BULLET, '$1• ').replace(TABLE_LINE, toTableLine)
  const texts = revealHidden(removeMarks(blocks)).replace(BLANK_LINES, keepEdges).split(EDGE)
  return texts.map((text, at) => text || (parts[at] && isMark(parts[at]) ? parts[at].text : ''))
}

function removeMarks(text: string): string {
  return text.replace(MARKS, (_, escaped?: string, edge?: string, label?: string, code?: string) => {
    if (code !== undefined) return String.fromCodePoint(Number.parseInt(code, 16)).replace(EDGE, '\uFFFD')
    return escaped ?? edge ?? removeMarks(label ?? '')
  })
}

// Turns `| a | b |` into `a · b`, and removes the line below the column names.
function toTableLine(row: string): string {
  if (/^[\s|:\uF8FE-]*$/.test(row)) return row.replace(/[^\uF8FE]/g, '')
  const last = row.lastIndexOf('|')
  let cells = 0
  return row.replace(CELL_EDGE, (found, at: number) => (found !== '|' ? found : cells++ === 0 || at === last ? '' : '·'))
}

// Markdown separates blocks by a blank line. Here a line break is enough, and the first block needs none.
function keepEdges(found: string, at: number): string {
  return (at === 0 ? '' : '\n') + found.replaceAll('\n', '')
}

function isMark({ kind, text }: ClauseDiff['parts'][number]): boolean {
  return kind !== 'same' && /^[*\\]+$/.test(text)
}
