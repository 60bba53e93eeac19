import { isLicetError } from '../../core/errors.ts'
import { MAX_TIMESTAMP_BYTES } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { HOUR_MS, MINUTE_MS } from '../../core/time-units.ts'
import { readTimestampResponse, writeTimestampRequest } from '../../log/timestamp/timestamp-request.ts'
import { verifyTimestamp } from '../../log/timestamp/verify-timestamp.ts'
import { describeKind } from '../routing/report-failure.ts'
import type { ServiceContext } from '../service-context.ts'
import { findNewestTimestamp, saveTimestamp } from '../storage/log-timestamps.ts'
import { findNewestCheckpoint, type StoredCheckpoint } from '../storage/log-tree.ts'
import { type PostTimestamp, tooLong, wrongAnswer } from './request-timestamp.ts'

const EVERY_MS = HOUR_MS
/** How long after a failure the authority is asked again. It doubles with each failure, up to an hour. */
const RETRY_MS = MINUTE_MS
const NONCE_BYTES = 16

/** Has the newest checkpoint stamped, once an hour. */
export interface Timestamps {
  /** Asks for a time stamp, if one is due. Never rejects: a failure is an event, and the next call tries again later. */
  stamp(): Promise<void>
  close(): Promise<void>
}

/** Options of {@link createTimestamps}. */
export interface TimestampsOptions {
  /** The address of the authority. */
  readonly authority: string
  readonly post: PostTimestamp
}

/** Creates what asks a time-stamping authority (RFC 3161). Several processes can run it. Each failure is reported once. */
export function createTimestamps(
  { storage, now, crypto, onEvent }: Pick<ServiceContext, 'storage' | 'now' | 'crypto' | 'onEvent'>,
  { authority, post }: TimestampsOptions,
): Timestamps {
  const closing = new AbortController()
  const { host } = new URL(authority)
  let running: Promise<void> | undefined
  let failures = 0
  let failedAt = 0

  const findDue = async (): Promise<StoredCheckpoint | undefined> => {
    const checkpoint = await findNewestCheckpoint(storage)
    if (checkpoint === undefined || checkpoint.size === 0) return undefined
    const last = await findNewestTimestamp(storage, checkpoint.epoch)
    const isDue = last === undefined || (last.size < checkpoint.size && Math.abs(now() - last.created) >= EVERY_MS)
    return isDue ? checkpoint : undefined
  }

  const request = async ({ epoch, size, note }: StoredCheckpoint): Promise<void> => {
    const message = utf8(note)
    const nonce = crypto.random(NONCE_BYTES)
    const body = writeTimestampRequest(await crypto.sha256(message), nonce)
    const response = await post({ url: authority, body, signal: closing.signal })
    if (response.length > MAX_TIMESTAMP_BYTES) throw tooLong()
    const { status, token } = readTimestampResponse(response)
    if (token === undefined) throw wrongAnswer(`the refusal ${status}`)
    await verifyTimestamp(token, message, globalThis.crypto.subtle, { nonce })
    await saveTimestamp(storage, { epoch, size, note, token, created: now() })
  }

  const stampOnce = async (): Promise<void> => {
    const waitMs = failures === 0 ? 0 : Math.min(RETRY_MS * 2 ** (failures - 1), EVERY_MS)
    // The clock can have been set back since the failure.
    if (Math.abs(now() - failedAt) < waitMs) return
    const due = await findDue()
    if (due === undefined) return
    try {
      await request(due)
      if (failures > 0) onEvent({ type: 'timestamp_recovered', authority: host })
      failures = 0
    } catch (error) {
      if (closing.signal.aborted) return
      failedAt = now()
      failures++
      if (failures === 1)
        onEvent({ type: 'timestamp_failing', authority: host, reason: isLicetError(error) ? error.message : describeKind(error) })
    }
  }

  return {
    stamp() {
      // A database that is unavailable is reported by the requests. The next call continues.
      running ??= stampOnce()
        .catch(() => undefined)
        .finally(() => {
          running = undefined
        })
      return running
    },
    async close() {
      closing.abort()
      await running
    },
  }
}
