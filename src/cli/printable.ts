import { replaceInvisible } from '../core/invisible.ts'

const REPLACEMENT = '\u{FFFD}'

/** Replaces the characters of an untrusted text that could control a terminal, break a line, or that nobody can see. */
export function printable(text: string): string {
  return replaceInvisible(text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, REPLACEMENT), () => REPLACEMENT)
}

/**
 * Writes a value as JSON that cannot control a terminal.
 *
 * JSON itself escapes U+0000 to U+001F only. This escapes the other control characters, and characters that change the direction of text,
 * break a line, or that nobody can see.
 */
export function toPrintableJson(value: unknown, indent: 0 | 2 = 2): string {
  const writeUnit = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`
  const toEscape = (letter: string) => letter.split('').map(writeUnit).join('')
  const json = JSON.stringify(value, null, indent).replace(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, toEscape)
  return replaceInvisible(json, toEscape)
}
