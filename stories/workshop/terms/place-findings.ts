import type { LintFinding } from '../../../src/core/errors.ts'

/** A finding with the place in the wording that it is about. */
export interface PlacedFinding {
  readonly finding: LintFinding
  /** Offsets in the wording. Absent when the finding is about the agreement or the whole text. */
  readonly range?: { readonly from: number; readonly to: number } | undefined
}

/** Lines of a wording that become one line of the terms. */
interface Block {
  readonly from: number
  readonly source: string
  readonly pattern: RegExp
  /** How much of the block is literal text. */
  readonly literal: number
}

/** Rules about something that the text lacks. */
const WHOLE_TEXT = /_not_in_text$|^no_|^(?:capital_label|pressing_label|wildcard_recipient|not_checked)$/
/** Placeholders and inline sections, which have other texts in the terms. */
const FILLED = /\{\{([#^])([\w.]+)\}\}.*?\{\{\/\2\}\}|\{\{[^}]*\}\}/gs
const SECTION_LINE = /^\{\{[#^/][\w.]+\}\}$/

/** Returns the place of a fault of the template itself: from its column to the end of its line. */
export function placeInWording(wording: string, finding: LintFinding): PlacedFinding {
  const lines = wording.split('\n')
  const start = lines.slice(0, finding.line - 1).reduce((sum, line) => sum + line.length + 1, 0)
  const length = lines[finding.line - 1]?.length ?? 0
  const from = start + Math.min(finding.column - 1, Math.max(0, length - 1))
  return { finding, range: { from, to: Math.max(from, start + length) } }
}

/** Returns the places of findings about the terms in the wording that the terms were made from. */
export function placeFindings(wording: string, terms: string, findings: readonly LintFinding[]): PlacedFinding[] {
  const blocks = blocksOf(wording)
  const lines = terms.split('\n')
  return findings.map((finding) => {
    if (finding.rule === 'no_withdrawal') return { finding, range: findClause(wording, 'withdrawal') }
    // A fault of the whole text is about the agreement or a missing clause, and not about the words of the title.
    if (WHOLE_TEXT.test(finding.rule)) return { finding }
    const line = lines[finding.line - 1] ?? ''
    const block = blocks.filter(({ pattern }) => pattern.test(plain(line))).sort((a, b) => b.literal - a.literal)[0]
    return { finding, range: block && findWord(block, line.slice(finding.column - 1)) }
  })
}

function blocksOf(wording: string): Block[] {
  const blocks: Block[] = []
  let offset = 0
  let open: { from: number; lines: string[] } | undefined
  const close = () => {
    if (open !== undefined) blocks.push(toBlock(open.from, open.lines.join('\n')))
    open = undefined
  }
  for (const line of wording.split('\n')) {
    const isText = line.trim() !== '' && !SECTION_LINE.test(line.trim())
    if (!isText || /^(?:#|-|\d+\.)/.test(line)) close()
    if (isText && open === undefined) open = { from: offset, lines: [] }
    if (isText) open?.lines.push(line)
    if (line.startsWith('#')) close()
    offset += line.length + 1
  }
  close()
  return blocks
}

function toBlock(from: number, source: string): Block {
  const literal = plain(source.replace(/\s*\{#\w+\}$/, '')).split(FILLED_MARK)
  const escaped = literal.map((text) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&'))
  return { from, source, pattern: new RegExp(`^${escaped.join('.*')}$`, 's'), literal: literal.join('').length }
}

/** Stands for a placeholder. No template has it, because it is not a character. */
const FILLED_MARK = '\uFFFF'

/** Removes the marks of Markdown, in which a wording and its terms differ, and joins lines. */
function plain(text: string): string {
  return text
    .replace(FILLED, FILLED_MARK)
    .replace(/\\(?=\W)|\*\*/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}

/** Finds the longest start of a text in a block, otherwise the first line of the block. */
function findWord({ from, source }: Block, text: string): { from: number; to: number } {
  const words = /^\S+(?: \S+)?/.exec(text)?.[0] ?? ''
  for (const found of [words, /^\S+/.exec(text)?.[0] ?? '']) {
    const part = found.replace(/[\p{P}\s]+$/u, '')
    const at = part === '' ? -1 : source.indexOf(part)
    if (at >= 0) return { from: from + at, to: from + at + part.length }
  }
  return { from, to: from + (source.split('\n')[0]?.length ?? 0) }
}

function findClause(wording: string, clause: string): PlacedFinding['range'] {
  const found = new RegExp(`^.*\\{#${clause}\\}$`, 'm').exec(wording)
  return found ? { from: found.index, to: found.index + found[0].length } : undefined
}
