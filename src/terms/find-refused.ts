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
// A line that opens a fenced block of code, in any list or quote, up to the line that closes it.
const FENCED =
  /^[ \t>]*(?:(?:[-*+]|\d{1,9}[.)])[ \t]+[ \t>]*)*(`{3,}(?=[^`\n]*$)|~{3,})[^\n]*(?:\n(?![ \t>]*\1[`~]*[ \t\r]*$)[^\n]*)*(?:\n[^\n]*)?/gm
// In the order of CommonMark: what begins first counts. Escapes and code are skipped. A code span ends with its block.
const MARK = new RegExp(
  [
    /\\[\s\S]/,
    /(`+)(?!`)(?:(?!\n[ \t>]*(?:\r?\n|#{1,6} |[-*+] |\d{1,9}[.)] |\|))[^`]|(?!\1(?!`))`+(?!`))+\1(?!`)/,
    /`+/,
    /(?<html_comment><!--[\s\S]*?(?:-->|$))/,
    /(?<raw_html><\/?[a-z][a-z\d-]*(?:\s+[a-z_:][\w:.-]*(?:\s*=\s*(?:"[^"]*"|'[^']*'|[^\s"'=<>`]+))?)*\s*\/?>|^[ \t>]*<\/?[a-z][a-z\d-]*(?=[\s>]|\/>|$)|<\?[\s\S]*?\?>|<![a-z[][^>]*>)/,
    /(?<image>!\[(?:\\[\s\S]|[^[\]\\]|\[(?:\\[\s\S]|[^[\]\\])*\])*\](?=[([]))/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gim',
)

/**
 * Finds all Markdown that a contract must not have: front matter, HTML comments, raw HTML and images. Code may contain them.
 *
 * It needs no parser, so an agreement can be checked where it is defined.
 *
 * @param file Name of the text in the findings.
 */
export function findRefused(text: string, file: string): LintFinding[] {
  const toSpaces = (found: string) => found.replace(/[^\n]/g, ' ')
  const frontMatter = FRONT_MATTER.exec(text)?.[0] ?? ''
  const found: [rule: Rule, offset: number][] = frontMatter === '' ? [] : [['front_matter', 0]]
  const bare = (toSpaces(frontMatter) + text.slice(frontMatter.length)).replace(FENCED, toSpaces)
  for (const { 0: mark, groups = {}, index } of bare.matchAll(MARK)) {
    const rule = REFUSED_RULES.find((name) => groups[name] !== undefined)
    if (rule !== undefined) found.push([rule, index + mark.search(/[<!]/)])
  }
  return found.map(([rule, offset]) => {
    const [message, fix] = FIXES[rule]
    return { rule, severity: 'error', message, fix, file, ...placeOf(text, offset) }
  })
}

/** Returns the line and the column of an offset, each counted from 1. */
export function placeOf(text: string, offset: number): { readonly line: number; readonly column: number } {
  const lines = text.slice(0, offset).split('\n')
  return { line: lines.length, column: (lines.at(-1)?.length ?? 0) + 1 }
}
