import * as v from 'valibot'
import { MAX_PERMITS, MAX_PTR_CHARS } from '../core/limits.ts'
import { WORD } from '../core/words.ts'

const use = {
  usecase: v.pipe(v.string(), v.regex(WORD, 'expected a word')),
  destination: v.optional(v.pipe(v.string(), v.regex(WORD, 'expected a word'))),
}

/** One question of License Permit: whether a person, or a device, permits a use. Without a destination, any destination counts. */
export const PermitQuestionBody = v.union([
  v.strictObject({ ptr: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)), ...use }),
  v.strictObject({ address: v.string(), ...use }),
])

/** One question of License Permit. */
export type PermitQuestion = v.InferOutput<typeof PermitQuestionBody>

/** Several questions of License Permit. */
export const PermitQuestionsBody = v.pipe(v.array(PermitQuestionBody), v.minLength(1), v.maxLength(MAX_PERMITS))

/**
 * The reason in the answer of License Permit, the first three as in that of License Verify. `unknown_since_restore`: the database was restored
 * from a backup, and the license may have ended since.
 */
export const PERMIT_REASONS = ['licensed', 'no_active_license', 'not_covered', 'unknown_since_restore'] as const
