import type { ErrorCode } from './error-codes.ts'

/** A fault in a template or in the text of terms: the rule that it breaks, the place, and the fix. */
export interface LintFinding {
  /** Name of the rule in lower snake case. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** What is wrong, and why it matters. */
  readonly message: string
  /** What to do. */
  readonly fix: string
  /** File or template name, as it was given. */
  readonly file: string
  /** Counted from 1. */
  readonly line: number
  /** Counted from 1, in UTF-16 units. */
  readonly column: number
}

/** What {@link LicetError} takes beside its code and message. */
export interface LicetErrorOptions {
  /** What went wrong below, kept for whoever debugs; never shown to a person. */
  readonly cause?: unknown
  /** The configuration field or request member that is at fault, as a path: `company.privacyUrl`, `uses[0].usecases`. */
  readonly field?: string | undefined
  /** Where a template is at fault: file, line, column, rule and mend. */
  readonly finding?: LintFinding | undefined
  /** HTTP status of the answer that told of the failure, when there was one. */
  readonly status?: number | undefined
  /** Milliseconds to wait before another try, from the answer's `Retry-After`. */
  readonly retryAfterMs?: number | undefined
}

/**
 * The one error class of Licet. Tell cases apart by `code`, which is the same word on the wire, here and in the docs.
 * A slip in code is none: `createTheme()` throws a `TypeError` for a token that does not exist.
 *
 * Messages say what happened, why it matters and what to do, and never hold a key, token, signature or `ptr`.
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
  /** Tell cases apart by this word; docs/errors.md has the cause and the mend of each. */
  readonly code: Code
  /** The configuration field or request member that is at fault, as a path: `company.privacyUrl`. */
  declare readonly field?: string
  /** Where a template is at fault: file, line, column, rule and mend. */
  declare readonly finding?: LintFinding
  /** HTTP status of the answer that told of the failure. */
  declare readonly status?: number
  /** Milliseconds to wait before another try, where the service said. */
  declare readonly retryAfterMs?: number

  constructor(code: Code, message: string, { cause, ...facts }: LicetErrorOptions = {}) {
    super(message, cause === undefined ? undefined : { cause })
    this.code = code
    for (const [name, fact] of Object.entries(facts)) if (fact !== undefined) Object.assign(this, { [name]: fact })
  }
}

/**
 * Tells whether a value is a {@link LicetError}, and of the given code when one is asked for.
 *
 * Works across copies of the package (it looks at `name` and `code`, not at the prototype).
 */
export function isLicetError<Code extends ErrorCode = ErrorCode>(value: unknown, code?: Code): value is LicetError<Code> {
  if (!(value instanceof Error) || value.name !== 'LicetError' || !('code' in value)) return false
  return code === undefined || value.code === code
}

/** Passes a {@link LicetError} on and wraps anything else, whose message may hold anything, as `unexpected_error`. */
export function toLicetError(error: unknown): LicetError {
  if (isLicetError(error)) return error
  return new LicetError(
    'unexpected_error',
    'Something failed that should not have. What was signed is kept. The cause has the details.',
    {
      cause: error,
    },
  )
}
