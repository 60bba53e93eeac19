import { toTimestamp } from '../../core/timestamp.ts'
import { createId } from '../crypto/create-id.ts'
import type { Sql } from './storage.ts'

/** A chain of events that is not closed. */
export interface OpenAuditChain {
  readonly id: string
  /** The day of its events in UTC, such as `2026-11-23`. */
  readonly day: string
  readonly opened: number
  /** Number of events. */
  readonly length: number
  /** Hash of the last event, in hexadecimal. */
  readonly hash: string
}

/** What the hash of the first event follows: SHA-256 of this text and the id of the chain. */
export const AUDIT_CHAIN_PREFIX = 'licet-audit-1 '

/**
 * Appends an event to a chain, which is opened by its first event. Returns `false` when the chain is closed.
 *
 * One statement, so that a transaction that rolls back leaves neither the event nor a new chain.
 */
export async function appendAuditEvent(
  sql: Sql,
  chain: { readonly id: string; readonly day: string },
  event: string,
  { now, renewed = toTimestamp(now) }: { readonly now: number; readonly renewed?: string },
): Promise<boolean> {
  const appended = await sql.query(
    `WITH chain AS (
       INSERT INTO licet.audit_chains AS c (id, day, opened, renewed, length, hash)
       VALUES ($1::uuid, $2, $3, $4, 1, sha256(
         sha256(convert_to('${AUDIT_CHAIN_PREFIX}' || $1::uuid::text, 'UTF8')) || convert_to($5::text, 'UTF8')))
       ON CONFLICT (id) DO UPDATE
       SET length = c.length + 1, hash = sha256(c.hash || convert_to($5::text, 'UTF8')), renewed = greatest(c.renewed, EXCLUDED.renewed)
       WHERE c.head IS NULL RETURNING id, length, hash
     )
     INSERT INTO licet.audit_events (chain, sequence, event, hash) SELECT id, length, $5::text, hash FROM chain RETURNING sequence`,
    [chain.id, chain.day, toTimestamp(now), renewed, event],
  )
  return appended.length === 1
}

/** Reports that the process of a chain runs. Until then, other processes may close the chain. */
export async function renewAuditChain(sql: Sql, id: string, now: number): Promise<void> {
  await sql.query('UPDATE licet.audit_chains SET renewed = greatest(renewed, $2) WHERE id = $1 AND head IS NULL', [
    id,
    toTimestamp(now),
  ])
}

/** Chains that are closed in one round. */
const CLOSED_AT_ONCE = 20

/** Returns open chains to close: first the chains of the list, then the chains that no process renewed since a time. */
export async function listChainsToClose(sql: Sql, own: readonly string[], renewedBefore: number): Promise<OpenAuditChain[]> {
  return sql.query<OpenAuditChain>(
    `SELECT id, day, opened, length, encode(hash, 'hex') AS hash FROM licet.audit_chains
     WHERE head IS NULL AND (id = ANY ($1::uuid[]) OR renewed < $2) ORDER BY id = ANY ($1::uuid[]) DESC, opened, id LIMIT ${CLOSED_AT_ONCE}`,
    [own, toTimestamp(renewedBefore)],
  )
}

/** Returns the last head, which the next one continues. */
export async function findLastAuditHead(sql: Sql): Promise<{ readonly number: number; readonly head: string } | undefined> {
  const [last] = await sql.query<{ number: number; head: string }>(
    'SELECT number, head FROM licet.audit_chains WHERE number IS NOT NULL ORDER BY number DESC LIMIT 1',
  )
  return last
}

/**
 * Closes a chain with its signed head, unless an event was appended meanwhile or another process closed it.
 *
 * @throws {StorageError} `23505` when another head has the number.
 */
export async function closeAuditChain(
  sql: Sql,
  { id, length }: Pick<OpenAuditChain, 'id' | 'length'>,
  { number, head }: { readonly number: number; readonly head: string },
): Promise<void> {
  await sql.query('UPDATE licet.audit_chains SET number = $3, head = $4 WHERE id = $1 AND length = $2 AND head IS NULL', [
    id,
    length,
    number,
    head,
  ])
}

/** A chain whose events the retention removes. */
export interface RemovedAuditChain extends Pick<OpenAuditChain, 'id' | 'day' | 'length'> {
  /** The events of every head up to this number are removed. */
  readonly through: number
}

/**
 * Marks the oldest closed chain of an earlier day, whose events may be deleted from now on. The id of a chain contains its time and is in
 * every hash, so somebody who dates a chain back in the database does not make the service remove it.
 */
export async function markAuditChainRemoved(sql: Sql, beforeDay: string, now: number): Promise<RemovedAuditChain | undefined> {
  const [removed] = await sql.query<Pick<OpenAuditChain, 'id' | 'day' | 'length'>>(
    `UPDATE licet.audit_chains SET removed = $2 WHERE id = (
       SELECT id FROM licet.audit_chains WHERE head IS NOT NULL AND removed IS NULL AND day < $1 AND id < $3 ORDER BY day, number LIMIT 1)
     RETURNING id, day, length`,
    [beforeDay, toTimestamp(now), createId(Date.parse(beforeDay), (length) => new Uint8Array(length))],
  )
  if (removed === undefined) return undefined
  const [last] = await sql.query<{ through: number }>(
    `SELECT coalesce(
       (SELECT min(number) - 1 FROM licet.audit_chains WHERE head IS NOT NULL AND removed IS NULL),
       (SELECT max(number) FROM licet.audit_chains)) AS through`,
  )
  return { ...removed, through: last?.through ?? 0 }
}

/** Deletes some events of a chain that was marked. Returns `false` when there is no such chain. */
export async function deleteRemovedAuditEvents(sql: Sql, limit: number): Promise<boolean> {
  const [found] = await sql.query<{ id: string }>(
    'SELECT id FROM licet.audit_chains WHERE removed IS NOT NULL AND NOT emptied LIMIT 1',
  )
  if (found === undefined) return false
  const deleted = await sql.query(
    `DELETE FROM licet.audit_events WHERE chain = $1 AND sequence IN (
       SELECT sequence FROM licet.audit_events WHERE chain = $1 ORDER BY sequence LIMIT $2) RETURNING 1`,
    [found.id, limit],
  )
  if (deleted.length < limit) await sql.query('UPDATE licet.audit_chains SET emptied = true WHERE id = $1', [found.id])
  return true
}
