import { LicetError } from '../core/errors.ts'

/** Says in our words why storage does not keep what it is given. */
export function toStorageFailure(cause: unknown): LicetError<'storage_full' | 'storage_unavailable'> {
  const isFull = cause instanceof Error && cause.name === 'QuotaExceededError'
  const [what, mend] = isFull
    ? ['The storage of this browser is full', 'Free some space.']
    : ['This browser keeps nothing for this site', 'Allow site data, or leave the private mode.']
  return new LicetError(
    isFull ? 'storage_full' : 'storage_unavailable',
    `${what}. Decisions are kept in memory, and are lost when the page closes before they are delivered. ${mend}`,
    { cause },
  )
}
