import { LicetError } from '../../core/errors.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from '../routing/route.ts'
import { isReadOnly } from '../storage/read-only.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import { StorageError } from '../storage/storage.ts'

const RETRY_AFTER_MS = 1000

/** Health: the process answers. */
export const getHealth: Route = {
  method: 'GET',
  paths: [HEALTH_PATHS.live],
  cors: false,
  handle: () => respondJson({ status: 'ok' }),
}

/** Readiness: the database answers and takes writes, the schema is there, and in it a key that this process knows. 503 otherwise. */
export const getReadiness: Route = {
  method: 'GET',
  paths: [HEALTH_PATHS.ready],
  cors: false,
  async handle({ context }) {
    const signing = await context.keys.signingKid()
    const known = await listSigningKeys(context.storage).catch(toUnready)
    // Gone, because the schema was dropped or a backup restored, nothing that this process signs would verify.
    if (!known.some(({ kid }) => kid === signing)) throw unready()
    // Every grant of a device writes.
    if (await isReadOnly(context.storage)) throw readsOnly()
    return respondJson({ status: 'ready' })
  },
}

function toUnready(error: unknown): never {
  throw error instanceof StorageError ? unready(error) : error
}

function readsOnly(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database takes no writes: it is a standby, or set to read only. Nothing can be stored. Connect the service to the primary.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}

function unready(cause?: StorageError): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database no longer holds the schema of the service, or the key that it signs with. Nothing can be served. Restart the service.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}
