/** A fault in a template or a text: where it is, which rule it breaks, and what mends it. */
export interface Finding {
  /** Name of the rule, lower_snake. */
  readonly rule: string
  readonly severity: 'error' | 'warning'
  /** What is wrong and why it matters. */
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
