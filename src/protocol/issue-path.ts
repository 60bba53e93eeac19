import type { BaseIssue } from 'valibot'

/** Where a schema found a fault, written as every `field` of an error is: `uses[0].usecases`; empty for the value as a whole. */
export function issuePath(issue: BaseIssue<unknown> | undefined): string {
  const steps = issue?.path ?? []
  return steps
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
