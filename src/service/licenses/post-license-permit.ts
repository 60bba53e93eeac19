import * as v from 'valibot'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import { MAX_PERMITS } from '../../core/limits.ts'
import { HOUR_MS } from '../../core/time-units.ts'
import { toTimestamp } from '../../core/timestamp.ts'
import { issuePath } from '../../protocol/issue-path.ts'
import type { PermitAnswer } from '../../protocol/records/license-operations.ts'
import { type PermitQuestion, PermitQuestionBody, PermitQuestionsBody } from '../../protocol/records/license-operations.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateReader } from '../auth/ownership.ts'
import { parseRequestJson, readJsonBytes } from '../http/parse-body.ts'
import { readId, readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findPermits, type Permit } from '../storage/find-permits.ts'

/** The values of the longest list: each question has up to four members. */
const MAX_VALUES = 1 + MAX_PERMITS * 5

/**
 * License Permit: returns whether a person, or a device, permits a use now. For servers, with an API key. A list of questions gets the list
 * of their answers, in the same order.
 *
 * No question waits for the audit log: it gets one event an hour for each API key.
 */
export async function postLicensePermit(call: RouteCall): Promise<Response> {
  const { context, request, url } = call
  const user = await authenticateReader(context, request)
  const providerId = readId(readQuery(url(), ['provider_id']).provider_id, 'provider_id')
  const { questions, isList } = readQuestions(await readJsonBytes(call))
  const scope = { orgId: user.orgId, providerId: providerId ?? null, now: context.now(), restored: await context.restores.since() }
  const permits = await findPermits(context.storage, scope, questions)
  context.audit.count({
    action: 'permit.asked',
    actor: toActor(user),
    orgId: user.orgId,
    periodMs: HOUR_MS,
    amount: questions.length,
    ...(providerId !== undefined && { filter: { providerId } }),
    people: questions.map((question) => ('ptr' in question ? question.ptr : question.address)),
    examples: permits.flatMap(({ id }) => id ?? []),
  })
  const answers = permits.map(toAnswer)
  return respondJson(isList ? answers : answers[0])
}

function toAnswer({ reason, id, expiry, vouched }: Permit): PermitAnswer {
  if (id === null) return { permitted: false, reason, vouched: false }
  const license = { id, ...(expiry === null ? {} : { expiry: toTimestamp(expiry) }) }
  return { permitted: true, reason, license, vouched }
}

function readQuestions(body: Uint8Array): { readonly questions: readonly PermitQuestion[]; readonly isList: boolean } {
  const value = parseRequestJson(body, MAX_VALUES)
  if (Array.isArray(value)) {
    const result = v.safeParse(PermitQuestionsBody, value)
    // valibot accepts an array as an object without members.
    if (result.success && value.every(isJsonObject)) return { questions: result.output, isList: true }
    throw invalidQuestions(issuePath(result.issues?.[0]))
  }
  const result = v.safeParse(PermitQuestionBody, value)
  if (result.success) return { questions: [result.output], isList: false }
  throw invalidQuestions(issuePath(result.issues[0]))
}

function invalidQuestions(field: string): LicetError<'invalid_request'> {
  const what =
    field === '' ? 'The body is not a question, or a list of 1 to 1,000 questions' : `The member ${field} has the wrong form`
  return new LicetError(
    'invalid_request',
    `${what}. Nothing was checked. A question has a ptr or an address, a usecase, and optionally a destination; allowUnvouched is for a ptr.`,
    { field: field || undefined },
  )
}
