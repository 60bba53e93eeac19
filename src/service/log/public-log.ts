import { isLicetError, LicetError } from '../../core/errors.ts'
import { DAY_MS, SECOND_MS } from '../../core/time-units.ts'
import { pause } from '../pause.ts'
import { describeKind } from '../routing/report-failure.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteRetiredLogKeys } from '../storage/log-keys.ts'
import { deleteCheckpointsBefore, findNewestCheckpoint, hasPendingEntries, type StoredCheckpoint } from '../storage/log-tree.ts'
import { appendBatch, type LogHead } from './append-batch.ts'
import type { Timestamps } from './timestamps.ts'
import { cosign, type Witness } from './witness-client.ts'

/** How often a process looks at the database in one interval. */
const LOOKS_PER_INTERVAL = 4
/** Most checkpoints that are signed in one interval. */
const CHECKPOINTS_PER_INTERVAL = 2
const MAX_INTERVAL_SECONDS = 60
const CHECKPOINTS_KEPT_MS = DAY_MS

/** Puts pending entries into the public log. Several processes can run it: one at a time changes the tree. */
export interface PublicLog {
  /** Puts every pending entry into the tree now, and then has it stamped if that is due. */
  append(): Promise<void>
  /** Does this regularly in the background, until `close()`. */
  start(): void
  close(): Promise<void>
}

/** Options of the public log. */
export interface PublicLogOptions {
  /** How long an entry waits at most. */
  readonly intervalSeconds: number
  /** Who cosigns each checkpoint. */
  readonly witnesses: readonly Witness[]
  /** Who has checkpoints stamped. Default: nobody. */
  readonly timestamps?: Timestamps | undefined
}

/** Creates the writer of the public log. */
export function createPublicLog(
  environment: Pick<ServiceContext, 'storage' | 'crypto' | 'protection' | 'now' | 'earlierNow' | 'clock' | 'trailUrl' | 'onEvent'>,
  { intervalSeconds, witnesses, timestamps }: PublicLogOptions,
): PublicLog {
  const { storage, now, earlierNow, clock, onEvent } = environment
  const intervalMs = intervalSeconds * SECOND_MS
  const closing = new AbortController()
  let published: LogHead | undefined
  let background: Promise<void> | undefined
  let isReported = false
  const failing = new Set<string>()

  /** Adds the cosignatures of the witnesses. One that does not respond delays no entry. */
  const askWitnesses = async (checkpoint: StoredCheckpoint): Promise<void> => {
    await Promise.all(
      witnesses.map(async (witness) => {
        const { name } = witness
        try {
          await cosign(environment, witness, checkpoint)
          if (failing.delete(name)) onEvent({ type: 'witness_recovered', witness: name })
        } catch (error) {
          if (failing.has(name)) return
          failing.add(name)
          onEvent({ type: 'witness_failing', witness: name, reason: isLicetError(error) ? error.message : describeKind(error) })
        }
      }),
    )
  }

  const append = async (): Promise<void> => {
    let hasMore = true
    while (hasMore && !closing.signal.aborted) {
      // Reads the clock of the database, and refuses to go on while this machine's clock differs.
      await earlierNow()
      clock.assertUsable()
      const batch = await appendBatch(environment, published)
      published = batch.head ?? published
      hasMore = batch.hasMore
      // Of several batches, only the last one is cosigned: its tree has the others.
      if (batch.signed !== undefined && !hasMore) await askWitnesses(batch.signed)
    }
  }

  const isDue = async (): Promise<boolean> => {
    const last = await findNewestCheckpoint(storage)
    // A new log, or the first look after a restore.
    if (last === undefined) return true
    return Math.abs(now() - last.created) >= intervalMs / CHECKPOINTS_PER_INTERVAL && (await hasPendingEntries(storage))
  }

  const look = async (): Promise<void> => {
    if (await isDue()) await append()
    isReported = false
    // After the cosignatures, so that they are stamped too. An authority that does not respond delays no entry.
    void timestamps?.stamp()
  }

  const report = (error: unknown): void => {
    // Requests report a database that is unavailable. The next look continues.
    if (closing.signal.aborted || isReported || isLicetError(error, 'unavailable')) return
    isReported = true
    if (isLicetError(error, 'invalid_proof')) onEvent({ type: 'log_inconsistent', reason: error.message })
    else onEvent({ type: 'server_error', method: '', route: 'log', error: describeKind(error) })
  }

  const run = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      // First, so that it does not delay the first requests: the embedded database has one connection.
      await pause(intervalMs / LOOKS_PER_INTERVAL, closing.signal)
      if (!closing.signal.aborted) await look().catch(report)
    }
  }

  return {
    append: async () => {
      await append()
      await timestamps?.stamp()
    },
    start: () => {
      background ??= run()
    },
    close: async () => {
      closing.abort()
      await timestamps?.close()
      await background
    },
  }
}

/** Deletes old checkpoints, and the private parts of retired keys. */
export async function cleanUpLog({ storage, earlierNow }: Pick<ServiceContext, 'storage' | 'earlierNow'>): Promise<void> {
  const at = await earlierNow()
  await deleteCheckpointsBefore(storage, at - CHECKPOINTS_KEPT_MS)
  await deleteRetiredLogKeys(storage, at)
}

/**
 * Refuses an interval that is not a whole number of seconds from 1 to 60.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkLogInterval(seconds: number): void {
  if (Number.isSafeInteger(seconds) && seconds >= 1 && seconds <= MAX_INTERVAL_SECONDS) return
  throw new LicetError(
    'invalid_configuration',
    `logIntervalSeconds is ${seconds}. The service did not start. Use a whole number of seconds from 1 to ${MAX_INTERVAL_SECONDS}.`,
    { field: 'logIntervalSeconds' },
  )
}
