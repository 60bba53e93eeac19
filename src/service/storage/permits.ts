import { toTimestamp } from '../../core/timestamp.ts'
import { WILDCARD } from '../../core/words.ts'
import type { PermitQuestion } from '../../protocol/permit.ts'
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
  /** Whether there is an active license, for any use. */
  readonly active: boolean
  /** The license that permits the use. `null` when none does. A vouched one comes first. */
  readonly id: string | null
  readonly expiry: number | null
  readonly vouched: boolean
}

const USES = `(coalesce(l.uses, (convert_from(l.request, 'UTF8')::json -> 'uses')::jsonb) || '[]')`
const ACTIVE = "(l.expiry IS NULL OR date_trunc('milliseconds', l.expiry) > $3)"
const PROVIDERS = 'licet.providers p'
const OWN = 'p.org_id = $1 AND p.deleted IS NULL AND ($2::uuid IS NULL OR p.id = $2)'

/**
 * How many open licenses of a person a question reads at most: those that a backend vouched for, and as many others. Anybody can store others,
 * with one device for each.
 */
export const READ_OF_PERSON = 1000

// Finds the devices of a person first, by the open licenses, which have an index of pointers. LIMIT and OFFSET 0 make PostgreSQL read each
// license by its key. An erasure deletes the device first, so that its licenses permit nothing from then on.
const ofPerson = (condition: string) => `FROM ${PROVIDERS}
    CROSS JOIN LATERAL (
      SELECT * FROM licet.open_licenses WHERE provider_id = p.id AND ptr = q.subject ${condition} LIMIT ${READ_OF_PERSON}
    ) AS o
    CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses n
      WHERE n.provider_id = p.id AND n.registration = o.registration AND n.id = o.license_id AND EXISTS (
        SELECT FROM licet.addresses a
        WHERE a.provider_id = p.id AND a.address = n.address AND a.registration = o.registration OFFSET 0
      ) OFFSET 0
    ) AS l
    WHERE ${OWN} AND ${ACTIVE}`

const OF_DEVICE = `FROM ${PROVIDERS}
    JOIN licet.addresses a ON a.provider_id = p.id AND a.address = q.subject
    CROSS JOIN LATERAL (
      SELECT * FROM licet.open_licenses WHERE provider_id = p.id AND registration = a.registration OFFSET 0
    ) AS o
    CROSS JOIN LATERAL (
      SELECT * FROM licet.licenses WHERE provider_id = p.id AND registration = a.registration AND id = o.license_id OFFSET 0
    ) AS l
    WHERE ${OWN} AND ${ACTIVE}`

const COVERS = `${USES} @> ANY (q.patterns)`

const QUESTIONS = `(
    SELECT n, subject, ARRAY(SELECT e FROM jsonb_array_elements(patterns::jsonb) AS e) AS patterns
    FROM unnest($4::text[], $5::text[]) WITH ORDINALITY AS given (subject, patterns, n)
  ) AS q`

// A stranger can store any number of licenses that name a person, so those that a backend vouched for are read first, from their own index.
const ASK_PERSONS = `SELECT coalesce(v.id, u.id) AS id, coalesce(v.expiry, u.expiry) AS expiry, v.id IS NOT NULL AS vouched,
    v.id IS NOT NULL OR u.id IS NOT NULL OR EXISTS (SELECT 1 ${ofPerson('')}) AS active
  FROM ${QUESTIONS}
  LEFT JOIN LATERAL (SELECT l.id, l.expiry ${ofPerson('AND vouched')} AND ${COVERS} LIMIT 1) AS v ON true
  LEFT JOIN LATERAL (SELECT l.id, l.expiry ${ofPerson('')} AND v.id IS NULL AND ${COVERS} LIMIT 1) AS u ON true
  ORDER BY q.n`

const ASK_DEVICES = `SELECT f.id, f.expiry, coalesce(f.vouched, false) AS vouched,
    f.id IS NOT NULL OR EXISTS (SELECT 1 ${OF_DEVICE}) AS active
  FROM ${QUESTIONS}
  LEFT JOIN LATERAL (SELECT l.id, l.expiry, l.vouched ${OF_DEVICE} AND ${COVERS} ORDER BY l.vouched DESC LIMIT 1) AS f ON true
  ORDER BY q.n`

/** Answers questions about people or devices, in their order. */
export async function findPermits(sql: Sql, scope: PermitScope, questions: readonly PermitQuestion[]): Promise<Permit[]> {
  const isOfPerson = (question: PermitQuestion) => 'ptr' in question
  const [persons, devices] = [questions.filter(isOfPerson), questions.filter((question) => !isOfPerson(question))]
  const [ofPersons, ofDevices] = [await ask(sql, ASK_PERSONS, scope, persons), await ask(sql, ASK_DEVICES, scope, devices)]
  const permits = questions.map((question) => (isOfPerson(question) ? ofPersons : ofDevices).shift())
  return permits.filter((permit) => permit !== undefined)
}

async function ask(sql: Sql, text: string, scope: PermitScope, questions: readonly PermitQuestion[]): Promise<Permit[]> {
  if (questions.length === 0) return []
  return sql.query<Permit>(text, [
    scope.orgId,
    scope.providerId,
    toTimestamp(scope.now),
    questions.map((question) => ('ptr' in question ? question.ptr : question.address)),
    questions.map(toPatterns),
  ])
}

/** Returns the uses that cover a question, by name or by the wildcard, as JSON patterns for `@>`. */
function toPatterns({ usecase, destination }: PermitQuestion): string {
  const wheres = destination === undefined ? [{}] : [destination, WILDCARD].map((where) => ({ destinations: [where] }))
  return JSON.stringify([usecase, WILDCARD].flatMap((use) => wheres.map((where) => [{ usecases: [use], ...where }])))
}
