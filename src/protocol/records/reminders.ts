import * as v from 'valibot'
import { filled, integer, listOf, oneOf, record, request, text, time, type Wire } from '../declare.ts'
import { TERMS_HASHES } from './license-operations.ts'

const HASHES = '`termsHash` of licenses, with commas between them.'

/** Request of Send Reminders. */
export const SendReminders = request(
  'A group of licenses in force, and a step of its reminders. Send either `terms_hash` or `not_terms_hash`.',
  {
    terms_hash: v.optional(filled(`The group: licenses with one of these texts. ${HASHES}`, { pattern: TERMS_HASHES.source })),
    not_terms_hash: v.optional(filled(`The group: licenses with another text. ${HASHES}`, { pattern: TERMS_HASHES.source })),
    id: v.optional(filled('`id` of the first response. Absent in the first request.')),
    cursor: v.optional(filled('`next` of the previous response.')),
  },
)

/** Declares a {@link ReminderStep}. */
export const ReminderStepRecord = record('One step of the reminders of a group.', {
  id: text('The id of these reminders, for the next request.'),
  licenses: integer('How many licenses got an event in this step.', 0),
  next: v.exactOptional(text('`cursor` of the next request. Absent when every license was examined.')),
})

/** Response of Send Reminders. */
export type ReminderStep = Wire<typeof ReminderStepRecord>

/** Declares a {@link Reminder}. */
export const ReminderRecord = record('Reminders that were sent to a group.', {
  id: text('The id of these reminders.'),
  providerId: text('The provider.'),
  group: oneOf(['with', 'without'], 'Whether the licenses have one of the texts, or none of them.'),
  termsHashes: listOf(text('A hash of terms.'), 'The texts.'),
  started: time('When they were started.'),
  licenses: integer('How many licenses got an event.', 0),
})

/** Reminders that were sent to a group. */
export type Reminder = Wire<typeof ReminderRecord>
