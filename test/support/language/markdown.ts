import type { Text } from './texts.ts'

/** A Markdown page, taken apart as far as the language rules need it. */
export interface Page {
  /** Headings, paragraphs, list items and quotes, each joined into one line. */
  readonly blocks: readonly Text[]
  readonly cells: readonly Text[]
  /** Lines outside of code and tables. */
  readonly lines: readonly Text[]
  /** Comments in fenced code. */
  readonly comments: readonly Text[]
}

const FENCE = /^\s*(`{3,}|~{3,})/
const ITEM = /^\s*(?:[-*+]|\d+[.)])\s+/
const COMMENT = /(?:^|\s)(?:\/\/|#)\s+(.*)$/

export function parsePage(source: string): Page {
  const blocks: Text[] = []
  const cells: Text[] = []
  const lines: Text[] = []
  const comments: Text[] = []
  let open: { line: number; parts: string[] } | undefined
  let fence: string | undefined
  const close = () => {
    if (open !== undefined) blocks.push({ line: open.line, text: open.parts.join(' ') })
    open = undefined
  }
  for (const [index, raw] of source.split('\n').entries()) {
    const line = index + 1
    const mark = FENCE.exec(raw)?.[1]
    if (fence !== undefined) {
      if (mark?.startsWith(fence)) fence = undefined
      const comment = COMMENT.exec(raw)?.[1]
      if (comment !== undefined) comments.push({ line, text: comment })
      continue
    }
    if (mark !== undefined) {
      close()
      fence = mark
      continue
    }
    const text = raw.replace(/^[ \t]*>[ \t]?/, '').trim()
    if (text.startsWith('|')) {
      close()
      if (/^[|\s:-]+$/.test(text)) continue
      for (const cell of cellsOf(text)) cells.push({ line, text: cell })
      continue
    }
    lines.push({ line, text: raw })
    const isHeading = /^#{1,6}\s/.test(text)
    if (text === '' || isHeading || ITEM.test(raw) || /^<\/?\w/.test(text)) close()
    if (text === '' || /^(?:-{3,}|\*{3,})$/.test(text)) continue
    open ??= { line, parts: [] }
    open.parts.push(text.replace(ITEM, '').replace(/^#{1,6}\s+/, ''))
    if (isHeading) close()
  }
  close()
  return { blocks, cells, lines, comments }
}

function cellsOf(row: string): readonly string[] {
  return row
    .replace(/^\||\|$/g, '')
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim())
}

/** The words of Markdown: a piece of code, a link or a picture counts as the words that it shows. */
export function plainText(markdown: string): string {
  return (
    withoutCode(markdown)
      .replace(/!\[([^\]]*)\]\([^)]*\)/g, '$1')
      .replace(/\[([^\]]*)\](?:\([^)]*\)|\[[^\]]*\])/g, '$1')
      .replace(/<https?:[^>]*>|https?:\S+/g, 'URL')
      .replace(/<!--[\s\S]*?-->|<\/?[a-z][^>]*>/gi, ' ')
      // A list of names counts as one word: nobody reads it as a sentence.
      .replace(/\bCode(?:,\s+(?:and\s+|or\s+)?Code\b){2,}/g, 'Code')
      .replace(/\*\*|__|(?<!\w)[*_]|[*_](?!\w)/g, '')
  )
}

/** A text with `Code` for each piece of inline code: names are not checked, and none of them ends a sentence. */
const withoutCode = (text: string): string => text.replace(/(`+)[\s\S]*?\1/g, 'Code')

const ABBREVIATION = /\b(?:e\.g|i\.e|etc|vs|cf|approx|No|Art|Inc|Ltd)\.(?=\s)/g

/** The sentences of plain text. */
export function sentencesOf(text: string): readonly string[] {
  return text
    .replace(ABBREVIATION, (found) => found.replaceAll('.', ''))
    .split(/(?<=[.!?…][)"”’]*)\s+(?=["“([]?[\p{Lu}\d])/u)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '')
}

export const wordsOf = (sentence: string): number => sentence.split(/\s+/).filter((word) => /[\p{L}\d]/u.test(word)).length
