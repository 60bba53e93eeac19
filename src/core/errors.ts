import type { ErrorCode } from './error-codes.ts'

/** A fault in a template or in the text of terms: the rule that it breaks, the place, and the fix. */
export interface LintFinding {
  /** Name of the rule in lower snake case. */
  readonly rule: string
  /**
   * `error`: the text misleads or cannot be used. `warning`: people may not understand it, or it has a risk. `notice`: what was not
   * checked; it is never counted.
   */
  readonly severity: 'error' | 'warning' | 'notice'
  /** What is wrong, and why it matters. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** The words of the text that caused it. Absent for a fault in a template. */
  readonly words?: string | undefined
  /** File or template name, as it was given. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 units. */
  readonly column: number
}

/** Options of {@link LicetError}. */
export interface LicetErrorOptions {
  /** The error that caused this one, for debugging. The kit never shows it. */
  readonly cause?: unknown
  /** Path of the wrong configuration field or request member, for example `company.privacyUrl` or `uses[0].usecases`. */
  readonly field?: string | undefined
  /** The fault in a template: file, line, column, rule and fix. */
  readonly finding?: LintFinding | undefined
  /** All faults in a template or a text; `finding` is the first one. */
  readonly findings?: readonly LintFinding[] | undefined
  /** HTTP status of the response that reported the failure. Absent when there was no response. */
  readonly status?: number | undefined
  /** Milliseconds to wait before another attempt, from the `Retry-After` of the response. */
  readonly retryAfterMs?: number | undefined
}

/**
 * The error class of Licet. Distinguish cases by `code`, which is the same word on the wire, here and in the docs.
 *
 * A message says what happened, what it means and what to do. It never contains a key, token, signature or `ptr`. A mistake in code is a
 * `TypeError` instead: `createTheme()` throws one for an unknown token.
 *
 * @example
 * try {
 *   parseJson('{')
 * } catch (error) {
 *   if (isLicetError(error, 'invalid_json')) console.warn(error.message)
 * }
 */
export class LicetError<Code extends ErrorCode = ErrorCode> extends Error {
  override readonly name = 'LicetError'
  /** The kind of error. `docs/reference/errors.md` lists the cause and the fix of each. */
  readonly code: Code
  /** Path of the wrong configuration field or request member, for example `company.privacyUrl`. */
  declare readonly field?: string
  /** The fault in a template: file, line, column, rule and fix. */
  declare readonly finding?: LintFinding
  /** All faults in a template or a text; `finding` is the first one. */
  declare readonly findings?: readonly LintFinding[]
  /** HTTP status of the response that reported the failure. */
  declare readonly status?: number
  /** Milliseconds to wait before another attempt, when the service sent `Retry-After`. */
  declare readonly retryAfterMs?: number

  constructor(code: Code, message: string, { cause, ...facts }: LicetErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) Object.assign(this, { [name]: fact })
  }
}

/**
 * Returns whether a value is a {@link LicetError}, and has the given code.
 *
 * Works across copies of the package, because it checks `name` and `code` instead of the prototype.
 */
export function isLicetError<Code extends ErrorCode = ErrorCode>(value: unknown, code?: Code): value is LicetError<Code> {
  if (!(value instanceof Error) || value.name !== 'LicetError' || !('code' in value)) return false
  return code === undefined || value.code === code
}

/** Returns a {@link LicetError} as it is, and wraps any other error as `unexpected_error`, because its message may contain a secret. */
export function toLicetError(error: unknown): LicetError {
  if (isLicetError(error)) return error
  return new LicetError('unexpected_error', 'An unexpected error occurred. Signed decisions are kept. See `cause`.', {
    cause: error,
  })
}
