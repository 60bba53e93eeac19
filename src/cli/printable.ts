/** Replaces the characters of an untrusted text that could control a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
}
