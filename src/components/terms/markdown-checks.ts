const LENGTH_LIMIT = 250_000
const LINK_LIMIT = 2_000
const NESTING = /^(?:[ \t]*(?:[-*+>]|\d{1,9}[.)])[ \t]?){24}|^[ \t]{96}/mu
const GFM = /^\s*\|?\s*:?-{2,}:?\s*\||~~\S|^\s*[-*+]\s+\[[ xX]\]\s|\[\^[^\]\s]+\]/mu

/** Returns whether a text uses extensions of GitHub Flavored Markdown: tables, strikethrough, task lists or footnotes. */
export function usesGfm(text: string): boolean {
  return GFM.test(text)
}

/** Returns whether formatting a text would block the page, because it is too long, too deeply nested or has too many links. */
export function isTooComplexToFormat(text: string): boolean {
  return text.length > LENGTH_LIMIT || text.split('](', LINK_LIMIT + 2).length > LINK_LIMIT || NESTING.test(text)
}
