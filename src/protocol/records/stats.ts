import * as v from 'valibot'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { integer, known, listOf, record, text, type Wire } from '../declare.ts'

/** Declares a {@link LicenseCount}. */
export const LicenseCountRecord = record('How many licenses of a provider have a status and a text, and were stored on a day.', {
  providerId: text('The provider.'),
  status: known(LICENSE_STATUSES, `The status now: ${LICENSE_STATUSES.map((status) => `\`${status}\``).join(', ')}.`),
  termsHash: text('SHA3-256 of the text, as base64url: `termsHash` of a license.'),
  day: text('The day on which they were stored, in UTC.', { format: 'date', examples: ['2026-11-23'] }),
  licenses: integer('How many there are. Records of withdrawals are not counted.', 1),
})

/** How many licenses of a provider have a status and a text, and were stored on a day. */
export type LicenseCount = Wire<typeof LicenseCountRecord>

/** Declares a {@link StatsPage}. */
export const StatsPageRecord = record(
  'Counts of some licenses of the organization, newest first. The same group can be on several pages: add its numbers.',
  {
    counts: listOf(LicenseCountRecord, 'The groups of this page.'),
    next: v.exactOptional(text('`cursor` of the next page. Absent on the last page.')),
  },
)

/** Response of Stats. */
export type StatsPage = Wire<typeof StatsPageRecord>
