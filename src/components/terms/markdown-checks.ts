const LENGTH_LIMIT = 250_000
const LINK_LIMIT = 2_000
const NESTING = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]?){24}|^[ \t]{96}/mu
const GFM = /^\s*\|?\s*:?-{2,}:?\s*\||~~\S|^\s*[-*+]\s+\[[ xX]\]\s|\[\^[^\]\s]+\]/mu

/** Tells whether a text uses what plain Markdown does not have: tables, strikethrough, task lists, footnotes. */
export function usesGfm(text: string): boolean {
  return GFM.test(text)
}

/** Tells whether a text is too long, too full of links or too deeply nested to format within a moment; it is then shown as it is. */
export function isTooComplexToFormat(text: string): boolean {
  return text.length > LENGTH_LIMIT || text.split('](', LINK_LIMIT + 2).length > LINK_LIMIT || NESTING.test(text)
}
