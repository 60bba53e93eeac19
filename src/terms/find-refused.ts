import type { LintFinding } from '../core/errors.ts'

/** The kinds of Markdown that would be signed and not shown as they are written. */
export const REFUSED_RULES = ['front_matter', 'html_comment', 'raw_html', 'image'] as const

type Rule = (typeof REFUSED_RULES)[number]

const FIXES: Readonly<Record<Rule, readonly [message: string, fix: string]>> = {
  front_matter: ['The text begins with front matter, which is data for programs.', 'Remove the lines from --- to ---.'],
  html_comment: ['The text has an HTML comment, which people would sign and not see.', 'Remove it.'],
  raw_html: [
    'The text has HTML, which is not shown as it is meant.',
    'Write it in Markdown. For plain text, write a backslash before the <.',
  ],
  image: ['The text has an image, which is not part of what a person signs.', 'Describe it in words, or link to it.'],
}

const FRONT_MATTER = /^\uFEFF?(---|\+\+\+)[ \t]*\r?\n[\w-]+[ \t]*[:=][\s\S]*?\n\1[ \t]*(?:\r?\n|$)/
// A line that opens a fenced block of code, in any list or quote.
const FENCE_OPENS = /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t][ \t>]*)*(`{3,}(?=[^`]*$)|~{3,})/
const FENCE_CLOSES = /^[ \t>]*(`{3,}|~{3,})[ \t\r]*$/
// In the order of CommonMark: what begins first counts. The last choice is a line feed that ends a paragraph, and all code in it.
const MARK = /\\.|`+|!?\[|\]|(^[ \t>]*)?<|\n(?=[ \t>]*(?:\r?\n|#{1,6} |[-*+] |\d{1,9}[.)] |\|))/gm
const CODE_MARK = /`+|\n(?=[ \t>]*(?:\r?\n|#{1,6} |[-*+] |\d{1,9}[.)] |\|))/g
const TAG = /<\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>/iy
// At the start of a line, a tag counts before it ends.
const BLOCK_TAG = /<\/?[a-z][a-z\d-]*(?=[\s>]|\/>|$)/iy
const DECLARATION = /<![a-z[]/iy

/**
 * Finds all Markdown that a contract must not have: front matter, HTML comments, raw HTML and images. Code may contain them.
 *
 * It needs no parser, so an agreement can be checked where it is defined. It takes linear time.
 *
 * @param file Name of the text in the findings.
 */
export function findRefused(text: string, file: string): LintFinding[] {
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? ''
  const found: [rule: Rule, offset: number][] = frontMatter === '' ? [] : [['front_matter', 0]]
  const bare = withoutFenced(toSpaces(frontMatter) + text.slice(frontMatter.length))
  const codeEnds = findCodeEnds(bare)
  const lastEnds = { '?>': bare.lastIndexOf('?>'), '>': bare.lastIndexOf('>') }
  /** The square brackets that are open, with the offset of an image. */
  let open: (number | undefined)[] = []

  /** Returns the offset after the HTML that begins at an offset. */
  const htmlEnd = (at: number, isLineStart: boolean): number | undefined => {
    if (bare.startsWith('<?', at)) return endOf('?>', at + 2)
    if (matchEnd(DECLARATION, bare, at) !== undefined) return endOf('>', at + 3)
    return matchEnd(TAG, bare, at) ?? (isLineStart ? matchEnd(BLOCK_TAG, bare, at) : undefined)
  }
  const endOf = (end: '?>' | '>', from: number) => (from <= lastEnds[end] ? bare.indexOf(end, from) + end.length : undefined)

  MARK.lastIndex = 0
  for (let match = MARK.exec(bare); match !== null; match = MARK.exec(bare)) {
    const { 0: mark, 1: indent, index } = match
    if (mark === '\n') open = []
    else if (mark === '[') open.push(undefined)
    else if (mark === '![') open.push(index)
    else if (mark === ']') {
      const image = open.pop()
      if (image !== undefined && /[([]/.test(bare.charAt(index + 1))) found.push(['image', image])
    } else if (mark.startsWith('`')) MARK.lastIndex = codeEnds.get(index) ?? MARK.lastIndex
    else if (mark.endsWith('<') && !mark.startsWith('\\')) {
      const at = index + mark.length - 1
      const isComment = bare.startsWith('<!--', at)
      const end = isComment ? commentEnd(bare, at) : htmlEnd(at, indent !== undefined)
      if (end === undefined) continue
      found.push([isComment ? 'html_comment' : 'raw_html', at])
      MARK.lastIndex = end
    }
  }
  return found
    .sort(([, left], [, right]) => left - right)
    .map(([rule, offset]) => {
      const [message, fix] = FIXES[rule]
      return { rule, severity: 'error', message, fix, file, ...placeOf(text, offset) }
    })
}

function toSpaces(text: string): string {
  return text.replace(/[^\n]/g, ' ')
}

/** Replaces the letters of fenced code by spaces. */
function withoutFenced(text: string): string {
  let fence: string | undefined
  const lines = text.split('\n').map((line) => {
    if (fence === undefined) {
      fence = FENCE_OPENS.exec(line)?.[1]
      return fence === undefined ? line : toSpaces(line)
    }
    if (FENCE_CLOSES.exec(line)?.[1]?.startsWith(fence)) fence = undefined
    return toSpaces(line)
  })
  return lines.join('\n')
}

/** Returns the offset after a span of code by the offset of its first backtick. It ends at as many backticks, in the same paragraph. */
function findCodeEnds(text: string): Map<number, number | undefined> {
  const ends = new Map<number, number | undefined>()
  const nextEnds = new Map<number, number>()
  for (const { 0: mark, index } of [...text.matchAll(CODE_MARK)].reverse()) {
    const length = mark.length
    if (mark === '\n') nextEnds.clear()
    else {
      ends.set(index, nextEnds.get(length))
      // After a backslash, the first backtick begins no code.
      if (text[index - 1] === '\\') ends.set(index + 1, nextEnds.get(length - 1))
      nextEnds.set(length, index + length)
    }
  }
  return ends
}

/** Returns the offset after a comment. Without an end, it hides the rest of the text. */
function commentEnd(text: string, at: number): number {
  const end = text.indexOf('-->', at + 4)
  return end < 0 ? text.length : end + 3
}

/** Returns the offset after the match of a sticky expression. */
function matchEnd(pattern: RegExp, text: string, at: number): number | undefined {
  pattern.lastIndex = at
  return pattern.test(text) ? pattern.lastIndex : undefined
}

/** Returns the line and the column of an offset, each counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
