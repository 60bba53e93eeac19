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
  return compile(`(?<![\\p{L}\\p{N}])(?:${expanded})`, 'giu')
}

const compiled = new Map<string, RegExp>()
const MAX_COMPILED = 2000

/** Makes a regular expression from words of a language or of an agreement. One that was made before is returned again. */
export function compile(source: string, flags: string): RegExp {
  const key = `${flags} ${source}`
  const known = compiled.get(key)
  if (known !== undefined) return known
  if (compiled.size >= MAX_COMPILED) compiled.clear()
  const pattern = new RegExp(source, flags)
  compiled.set(key, pattern)
  return pattern
}

/** Returns whether a text has a phrase. */
export function has(text: string, pattern: RegExp | undefined): boolean {
  return pattern !== undefined && text.search(pattern) >= 0
}

/** Escapes a text for a regular expression. */
export function escapeText(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\/]/g, '\\$&')
}
