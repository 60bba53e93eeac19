const DELIMITER_ROW = /^[ \t>]*(?:\|[ \t]*)?:?-+:?[ \t]*\|/m
const TASK = /^[ \t>]*[-*+][ \t]+\[[ xX]\]\s/m
const STRIKETHROUGH_OR_FOOTNOTE = /~~\S|\[\^[^\][\s]+\]/

/** Returns whether a text uses extensions of GitHub Flavored Markdown: tables, strikethrough, task lists or footnotes. */
export function usesGfm(text: string): boolean {
  return [DELIMITER_ROW, TASK, STRIKETHROUGH_OR_FOOTNOTE].some((mark) => mark.test(text))
}
