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
  /** When the database was restored, if licenses can have ended in the hours that the restore lost. */
  readonly restored: number | undefined
}

/** Whether a use is permitted. */
export interface Permit {
  /**
   * `unknown_since_restore` when each license that covers the use can have ended in the hours that a restore lost. `unknown` when there are
   * more licenses than a question reads, and none of those that it read covers the use.
   */
  readonly reason: PermitReason
  /** The license that permits the use. `null` when none does. A vouched one comes first. */
  readonly id: string | null
  readonly expiry: number | null
  readonly vouched: boolean
}

/** Questions of one statement. It takes a fifth of the statement timeout when each question reads as much as it may. */
const ASKED_AT_ONCE = 200

const askWith = (
  permit: string,
) => `SELECT f.* FROM unnest($4::text[], $5::text[], $6::boolean[]) WITH ORDINALITY AS q (subject, patterns, unvouched, n)
  CROSS JOIN LATERAL licet.${permit}($1, $2, $3, q.subject, q.patterns, q.unvouched, $7) AS f ORDER BY q.n`

const ASK_PERSONS = askWith('permit_person')
const ASK_DEVICES = askWith('permit_device')

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
      scope.restored === undefined ? null : toTimestamp(scope.restored),
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
