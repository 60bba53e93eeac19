import { LicetError } from '../core/errors.ts'

/** Says in our words why storage does not keep what it is given. */
export function toStorageFailure(cause: unknown): LicetError<'storage_full' | 'storage_unavailable'> {
  if (cause instanceof Error && cause.name === 'QuotaExceededError') {
    return new LicetError(
      'storage_full',
      'The storage of this browser is full. The decision is kept in memory and is lost when the page closes before it is delivered. Free some space.',
      { cause },
    )
  }
  return new LicetError(
    'storage_unavailable',
    'This browser keeps nothing for this site. Decisions are kept in memory and are lost when the page closes before they are delivered. Allow site data, or leave the private mode.',
    { cause },
  )
}
