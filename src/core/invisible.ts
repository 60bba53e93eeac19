// Controls, what Unicode calls ignorable by default (most direction controls too), noncharacters, the separators of lines and paragraphs
// (U+2029 ends isolates), and what draws nothing although Unicode does not call it ignorable, such as the empty braille cell.
const HIDDEN =
  '\\0-\\x08\\v\\f\\x0E-\\x1F\\x7F-\\x9F\\p{DI}\\p{NChar}\\u2028\\u2029\\u2800\\uFFF9-\\uFFFC\\u{13430}-\\u{13442}\\u{16FE4}\\u{1D159}'
// ZWJ and ZWNJ beside the virama of an Indic script select the form of its letters (RFC 5892, appendix A).
const VIRAMA = '\\u094D\\u09CD\\u0A4D\\u0ACD\\u0B4D\\u0BCD\\u0C4D\\u0CCD\\u0D4D\\u0DCA'
// Arabic letters that join the next one. ZWNJ keeps the two apart, as in Persian plurals.
const JOINING =
  '[\\u0620\\u0626\\u0628\\u062A-\\u062E\\u0633-\\u063F\\u0641-\\u0647\\u0649\\u064A\\u066E\\u066F\\u0678-\\u0687\\u069A-\\u06BF\\u06C1\\u06C2\\u06CC\\u06CE\\u06D0\\u06D1\\u06FA-\\u06FC\\u06FF]'
// Each begins with a visible character, and no two match the same text, so that the pattern takes linear time.
const INDIC = `[${VIRAMA}][\\u200C\\u200D]|(?=[\\u0900-\\u0DFF])[^${VIRAMA}${HIDDEN}]\\u200D(?=[${VIRAMA}])`
const ARABIC = `${JOINING}[\\u064B-\\u065F\\u0670]{0,4}\\u200C(?=\\p{L})`
const EMOJI = '\\p{ExtPict}(?:\\p{EMod}|\\uFE0F)?\\u200D(?=\\p{ExtPict})|\\p{ExtPict}\\uFE0F|[#*\\d]\\uFE0F(?=\\u20E3)'
const NEEDED = `${INDIC}|${ARABIC}|${EMOJI}`
/** Text of most European languages: below U+034F, only the soft hyphen and controls are invisible. */
const PLAIN = /^[\t\n\r -~\u00A0-\u00AC\u00AE-\u034E\u2010-\u2027]*$/
const PATTERN = /* @__PURE__ */ new RegExp(`\\u2068(?:${NEEDED}|[^\\n${HIDDEN}])+\\u2069|${NEEDED}|([${HIDDEN}])`, 'gu')

/**
 * Replaces each invisible character: one that draws nothing and is no ordinary white space, or that changes the direction of its neighbors.
 *
 * Keeps what a script or an emoji needs: ZWJ, ZWNJ and variation selector 16 where they change the form of a visible character. Keeps closed
 * isolates (UAX 9, FSI … PDI) too, which separate a value from its sentence. `at` is the index of the character.
 */
export function replaceInvisible(text: string, replace: (char: string, at: number) => string): string {
  // Engines compile a pattern at its first match, and the long one is slow to compile.
  if (PLAIN.test(text)) return text
  return text.replace(PATTERN, (found, hidden: string | undefined, at: number) =>
    hidden === undefined ? found : replace(hidden, at),
  )
}

/** Returns whether a text has a character that {@link replaceInvisible} replaces. */
export function hasInvisible(text: string): boolean {
  return replaceInvisible(text, () => '') !== text
}

/** Returns the name of a character as Unicode writes it, for example `U+200B`. */
export function nameCharacter(char: string): string {
  return `U+${char.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}`
}
