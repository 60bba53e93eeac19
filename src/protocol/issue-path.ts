import type { BaseIssue } from 'valibot'

/** Longest name of a member in an error, in code points. */
const MAX_NAME_CHARS = 100

/**
 * Returns the path of a schema issue in the form of an error's `field`, for example `uses[0].usecases`. Empty for the whole value.
 *
 * Names are cut and made printable, because they are of the caller's choice.
 */
export function issuePath(issue: BaseIssue<unknown> | undefined): string {
  const steps = issue?.path ?? []
  return steps
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${printableName(String(key))}`))
    .join('')
    .replace(/^\./, '')
}

/** Returns the name of an untrusted member for an error: its first 100 characters, with U+FFFD for control and format characters. */
export function printableName(name: string): string {
  // Cut twice, so that a long name is not split into characters as a whole.
  const start = [...name.slice(0, 2 * MAX_NAME_CHARS)].slice(0, MAX_NAME_CHARS).join('')
  return start.replace(/[\p{Cc}\p{Cf}]/gu, '\u{FFFD}')
}
