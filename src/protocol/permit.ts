import * as v from 'valibot'
import { MAX_PERMITS, MAX_PTR_CHARS } from '../core/limits.ts'
import { WORD } from '../core/words.ts'

const use = {
  usecase: v.pipe(v.string(), v.regex(WORD, 'expected a word')),
  destination: v.optional(v.pipe(v.string(), v.regex(WORD, 'expected a word'))),
}

/**
 * One question of License Permit: whether a person, or a device, permits a use. Without a destination, any destination counts. About a person,
 * only licenses count that the backend of the company vouched for, unless the question allows others.
 */
export const PermitQuestionBody = v.union([
  v.strictObject({
    ptr: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
    ...use,
    allowUnvouched: v.optional(v.boolean()),
  }),
  v.strictObject({ address: v.string(), ...use }),
])

/** One question of License Permit. */
export type PermitQuestion = v.InferOutput<typeof PermitQuestionBody>

/** Several questions of License Permit. */
export const PermitQuestionsBody = v.pipe(v.array(PermitQuestionBody), v.minLength(1), v.maxLength(MAX_PERMITS))

/**
 * The reason in the answer of License Permit, the first three as in License Verify. `unknown`: there are more licenses than a question reads, and
 * none of those that it read covers the use. `unknown_since_restore`: the database was restored from a backup, and the license can have ended
 * since.
 */
export const PERMIT_REASONS = ['licensed', 'no_active_license', 'not_covered', 'unknown', 'unknown_since_restore'] as const

/** The reason in the answer of License Permit. */
export type PermitReason = (typeof PERMIT_REASONS)[number]
