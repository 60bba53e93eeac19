import * as v from 'valibot'
import { MAX_REVOCATION_NOTE_CHARS } from '../core/limits.ts'
import { REVOCATION_CHANNEL, REVOCATION_REQUESTERS, type RevocationRequester } from '../core/revocation.ts'

/** Request of License Revoke (wire decisions, section 1). */
export interface RevokeLicense {
  /** Who asked for the end of the license. */
  readonly requestedBy: RevocationRequester
  /** How the request arrived, as one lower-case word: `letter`, `call`, `email`. The person sees it. */
  readonly channel: string
  /** A note for the organization, for example the number of the letter. The person does not see it. Erasure deletes it. */
  readonly note?: string | undefined
}

/** Schema of {@link RevokeLicense}. */
export const RevokeLicenseBody: v.GenericSchema<unknown, RevokeLicense> = v.strictObject({
  requestedBy: v.picklist(REVOCATION_REQUESTERS),
  channel: v.pipe(v.string(), v.regex(REVOCATION_CHANNEL, 'expected a lower-case word')),
  note: v.optional(
    v.pipe(
      v.string(),
      v.regex(/^\P{Cc}*$/u, 'expected no control characters'),
      v.minLength(1),
      v.maxLength(MAX_REVOCATION_NOTE_CHARS),
    ),
  ),
})
