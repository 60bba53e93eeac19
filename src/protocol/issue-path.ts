import type { BaseIssue } from 'valibot'

/** Returns the path of a schema issue in the form of an error's `field`, for example `uses[0].usecases`. Empty for the whole value. */
export function issuePath(issue: BaseIssue<unknown> | undefined): string {
  const steps = issue?.path ?? []
  return steps
    .map(({ key }) => (typeof key === 'number' ? `[${key}]` : `.${String(key)}`))
    .join('')
    .replace(/^\./, '')
}
