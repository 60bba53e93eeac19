/** The result of one check. */
export interface Finding {
  readonly check: string
  readonly status: 'ok' | 'warning' | 'fault'
  readonly text: string
  /** What to do. Absent when the status is `ok`. */
  readonly fix?: string
}

/** Creates the finding of a passed check. */
export function ok(check: string, text: string): Finding {
  return { check, status: 'ok', text }
}

/** Creates the finding of something that must be fixed. */
export function fault(check: string, text: string, fix: string): Finding {
  return { check, status: 'fault', text, fix }
}

/** Creates the finding of something that works, and that an operator should change. */
export function warning(check: string, text: string, fix: string): Finding {
  return { check, status: 'warning', text, fix }
}
