/**
 * Makes a pattern for phrases of a language. It matches whole words at their start, in any case.
 *
 * Besides regular expressions, `…` stands for the rest of a word, `~` for up to four words, and `>` for the end of a word.
 */
export function phrase(source: string): RegExp {
  const expanded = source
    .replaceAll('…', "[\\p{L}'-]{0,20}")
    .replaceAll('~', '(?:[^\\s.;:|]{1,30} ){0,4}')
    .replaceAll('>', '(?![\\p{L}\\p{N}])')
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${expanded})`, 'giu')
}

/** Returns whether a text has a phrase. */
export function has(text: string, pattern: RegExp | undefined): boolean {
  return pattern !== undefined && text.search(pattern) >= 0
}

/** Escapes a text for a regular expression. */
export function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
