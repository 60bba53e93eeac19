import { LicetError } from '../../core/errors.ts'

/** Creates the error for a decision that a device sends again after its erasure. */
export function erasedBefore(): LicetError<'erased'> {
  return new LicetError(
    'erased',
    'This decision was erased from the service, and is not stored again. Nothing was stored. To agree again, sign another request, ' +
      'for example with the identity of the last one in x-follows.',
  )
}
