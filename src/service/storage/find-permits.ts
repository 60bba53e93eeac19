import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { PermitQuestion, PermitReason } from '../../protocol/records/license-operations.ts'
import type { Sql } from './storage.ts'

/** The owner of the licenses that answer a question. */
export interface PermitScope {
  readonly orgId: string
  /** `null` for every provider of the organization. */
  readonly providerId: string | null
  readonly now: number
}

/** Whether a use is permitted. */
export interface Permit {
  /** `unknown` when there are more licenses than a question reads, and none of those that it read covers the use. */
  readonly reason: PermitReason
  /** The license that permits the use. `null` when none does. A vouched one comes first. */
  readonly id: string | null
  readonly expiry: number | null
  readonly vouched: boolean
}

/**
 * How many bytes of uses a question reads at most: of the licenses that a backend vouched for, and as many of others. Anybody can store
 * others, with one device for each, so a batch of questions about people whom strangers claim must end in time too.
 */
const MAX_READ_BYTES = 128 * 1024
/** What each license counts at least, because finding it costs as much as reading some kilobytes. */
const LICENSE_BYTES = 4096
/** One more license than can be read, so that the rest is noticed. */
const MAX_LICENSES = MAX_READ_BYTES / LICENSE_BYTES + 1
/** Questions of one statement. It takes a fifth of the statement timeout when each question reads as much as it may. */
const ASKED_AT_ONCE = 200

const USES = "(l.uses || '[]')"
const PROVIDERS = 'licet.providers p'
const OWN = 'p.org_id = $1 AND p.deleted IS NULL AND ($2::uuid IS NULL OR p.id = $2)'
const COVERS = `${USES} @> ANY (q.patterns)`

const QUESTIONS = `(
    SELECT n, subject, unvouched, ARRAY(SELECT e FROM jsonb_array_elements(patterns::jsonb) AS e) AS patterns
    FROM unnest($4::text[], $5::text[], $6::boolean[]) WITH ORDINALITY AS given (subject, patterns, unvouched, n)
  ) AS q`

/**
 * The open licenses of a question, in the order in which they are read. `bytes` is the sum up to each one. For a person it is one probe of the
 * index of pointers, so that it reads none that has ended.
 *
 * Of licenses that nobody vouched for, the oldest devices come first: a stranger who comes later hides nobody. Only the person stores vouched
 * ones, so the newest come first: a browser that deletes its storage registers again and again, and the last terms count.
 */
const ofPerson = (vouched: boolean, order = vouched ? 'DESC' : 'ASC') => `(
      SELECT f.*, sum(f.uses_bytes + ${LICENSE_BYTES}) OVER (ORDER BY f.device_created ${order}, f.registration ${order}) AS bytes
      FROM ${PROVIDERS} CROSS JOIN LATERAL (
        SELECT * FROM licet.open_licenses WHERE provider_id = p.id AND ptr = q.subject AND vouched = ${vouched}
        ORDER BY device_created ${order}, registration ${order} LIMIT ${MAX_LICENSES}
      ) AS f WHERE ${OWN}
    ) AS o`

const OF_DEVICE = `(
      SELECT f.*, sum(f.uses_bytes + ${LICENSE_BYTES}) OVER (ORDER BY f.vouched DESC, f.license_id) AS bytes
      FROM ${PROVIDERS} JOIN licet.addresses a ON a.provider_id = p.id AND a.address = q.subject
      CROSS JOIN LATERAL (
        SELECT * FROM licet.open_licenses WHERE provider_id = p.id AND registration = a.registration
        ORDER BY vouched DESC, license_id LIMIT ${MAX_LICENSES}
      ) AS f WHERE ${OWN}
    ) AS o`

// OFFSET 0 makes PostgreSQL read each license by its key. An erasure deletes the device first, so that its licenses permit nothing from then
// on.
const activeOf = (found: string) => `FROM ${found} CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses n
      WHERE n.provider_id = o.provider_id AND n.registration = o.registration AND n.id = o.license_id AND EXISTS (
        SELECT FROM licet.addresses a
        WHERE a.provider_id = o.provider_id AND a.address = n.address AND a.registration = o.registration OFFSET 0
      ) OFFSET 0
    ) AS l
    WHERE o.bytes <= ${MAX_READ_BYTES} AND (l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3)`

const hasMore = (found: string) => `EXISTS (SELECT FROM ${found} WHERE o.bytes > ${MAX_READ_BYTES})`
const hasActive = (found: string) => `EXISTS (SELECT ${activeOf(found)})`

const [VOUCHED, UNVOUCHED] = [ofPerson(true), ofPerson(false)]

const ASK_PERSONS = `SELECT coalesce(v.id, u.id) AS id, coalesce(v.expiry, u.expiry) AS expiry, v.id IS NOT NULL AS vouched,
    CASE WHEN v.id IS NOT NULL OR u.id IS NOT NULL THEN 'licensed'
      WHEN ${hasMore(VOUCHED)} OR (q.unvouched AND ${hasMore(UNVOUCHED)}) THEN 'unknown'
      WHEN ${hasActive(VOUCHED)} OR (q.unvouched AND ${hasActive(UNVOUCHED)}) THEN 'not_covered'
      ELSE 'no_active_license' END AS reason
  FROM ${QUESTIONS}
  LEFT JOIN LATERAL (SELECT l.id, l.expiry ${activeOf(VOUCHED)} AND ${COVERS} LIMIT 1) AS v ON true
  LEFT JOIN LATERAL (SELECT l.id, l.expiry ${activeOf(UNVOUCHED)} AND q.unvouched AND v.id IS NULL AND ${COVERS} LIMIT 1) AS u ON true
  ORDER BY q.n`

const ASK_DEVICES = `SELECT f.id, f.expiry, coalesce(f.vouched, false) AS vouched,
    CASE WHEN f.id IS NOT NULL THEN 'licensed'
      WHEN ${hasMore(OF_DEVICE)} THEN 'unknown'
      WHEN ${hasActive(OF_DEVICE)} THEN 'not_covered'
      ELSE 'no_active_license' END AS reason
  FROM ${QUESTIONS}
  LEFT JOIN LATERAL (SELECT l.id, l.expiry, l.vouched ${activeOf(OF_DEVICE)} AND ${COVERS} ORDER BY l.vouched DESC LIMIT 1) AS f ON true
  ORDER BY q.n`

/** Answers questions about people or devices, in their order. What strangers store about one person changes no other answer. */
export async function findPermits(sql: Sql, scope: PermitScope, questions: readonly PermitQuestion[]): Promise<Permit[]> {
  const isOfPerson = (question: PermitQuestion) => 'ptr' in question
  const [persons, devices] = [questions.filter(isOfPerson), questions.filter((question) => !isOfPerson(question))]
  const [ofPersons, ofDevices] = [await ask(sql, ASK_PERSONS, scope, persons), await ask(sql, ASK_DEVICES, scope, devices)]
  const permits = questions.map((question) => (isOfPerson(question) ? ofPersons : ofDevices).shift())
  return permits.filter((permit) => permit !== undefined)
}

async function ask(sql: Sql, text: string, scope: PermitScope, questions: readonly PermitQuestion[]): Promise<Permit[]> {
  const permits: Permit[] = []
  for (let at = 0; at < questions.length; at += ASKED_AT_ONCE) {
    const asked = questions.slice(at, at + ASKED_AT_ONCE)
    const found = await sql.query<Permit>(text, [
      scope.orgId,
      scope.providerId,
      toTimestamp(scope.now),
      asked.map((question) => ('ptr' in question ? question.ptr : question.address)),
      asked.map(toPatterns),
      asked.map((question) => String('ptr' in question && question.allowUnvouched === true)),
    ])
    permits.push(...found)
  }
  return permits
}

/** Returns the uses that cover a question, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: PermitQuestion): string {
  const wheres = destination === undefined ? [{}] : [destination, WILDCARD].map((where) => ({ destinations: [where] }))
  return JSON.stringify([usecase, WILDCARD].flatMap((use) => wheres.map((where) => [{ usecases: [use], ...where }])))
}
