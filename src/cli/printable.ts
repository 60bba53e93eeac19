/** A text from outside, without what could steer a terminal. */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
}
