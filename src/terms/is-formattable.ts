const MAX_CHARS = 250_000
// A parser compares the marks of a block with each other, so its time grows with the square of their number.
const MAX_MARKS_IN_BLOCK = 500
// Each line, list item, mark, escape and address becomes a separate node.
const MAX_STEPS = 4_000

const BLANK_LINE = /(?:\r\n|\n|\r(?!\n))[ \t]*(?=[\r\n])/
const MARK = /[*_~]{1,3}|`+|[[\]<]/g
const STEP = /^[ \t]*(?:[-+]|\d{1,9}[.)])|[*_~]{1,3}|`+|[[\]<>|\\&@]|:\/\/|www\.|[\r\n]{1,2}/gm
// Quotes, lists and footnotes in one another, or lines that are indented as deep as those.
const NESTING =
  /^(?![ \t]*([-*_])(?:[ \t]*\1)*[ \t]*$)[ \t]*(?:(?:>|\[\^[^\]\s[]{1,999}\]:|(?:[-*+]|\d{1,9}[.)])[ \t])[ \t]*){10}|^(?: {4}| {0,3}\t){10}/m

/**
 * Returns whether a Markdown text is formatted on screen. Any other text is shown as it is.
 *
 * Formatting a longer text, one with deeper nesting, or one with more than {@link MAX_MARKS_IN_BLOCK} marks between two blank lines would
 * block the page.
 */
export function isFormattable(text: string): boolean {
  return (
    text.length <= MAX_CHARS &&
    !NESTING.test(text) &&
    count(text, STEP) <= MAX_STEPS &&
    text.split(BLANK_LINE).every((block) => count(block, MARK) <= MAX_MARKS_IN_BLOCK)
  )
}

function count(text: string, pattern: RegExp): number {
  return text.match(pattern)?.length ?? 0
}
