/** Replaces the characters of an untrusted text that could control a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
}

/**
 * Writes a value as JSON that cannot control a terminal.
 *
 * JSON itself escapes U+0000 to U+001F only. This escapes the other control characters, and characters that change the direction of text.
 */
export function toPrintableJson(value: unknown, indent: 0 | 2 = 2): string {
  const toEscape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  return JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (letter) =>
    letter.split('').map(toEscape).join(''),
  )
}
