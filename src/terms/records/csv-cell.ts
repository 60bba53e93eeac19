// In many countries a spreadsheet splits the rows of this file at semicolons. It ignores quotes inside of a cell, so each part of a value
// can become a separate cell.
const SEPARATORS = /([;|\t\r\n])/
// A spreadsheet runs a cell that begins with one of these as a formula, including their full-width forms.
const FORMULA = /^[\s"\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

/**
 * Writes a value as a cell of CSV (RFC 4180). A cell that a spreadsheet would run as a formula begins with an apostrophe, and so does each
 * part behind a semicolon, a bar, a tab or a line break.
 */
export function writeCsvCell(value: string): string {
  const parts = value.split(SEPARATORS).map((part) => (FORMULA.test(part) ? `'${part}` : part))
  const safe = /^[\t\r\n]/.test(value) ? `'${parts.join('')}` : parts.join('')
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
