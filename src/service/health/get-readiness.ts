import { LicetError } from '../../core/errors.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { isReadOnly } from '../storage/read-only.ts'
import { listSigningKeys } from '../storage/signing-keys.ts'
import { StorageError } from '../storage/storage.ts'

const RETRY_AFTER_MS = 1000

/** The check in progress of each service. */
const running = new WeakMap<ServiceContext, Promise<void>>()

/**
 * Readiness: 200 when the database is writable, contains the schema and the signing key of this process, and agrees about the time,
 * otherwise 503.
 *
 * Requests at the same time share one check: anybody can send them, and they need no turn.
 */
export async function getReadiness({ context }: RouteCall): Promise<Response> {
  const check = running.get(context) ?? checkReadiness(context).finally(() => running.delete(context))
  running.set(context, check)
  await check
  return respondJson({ status: 'ready' })
}

async function checkReadiness(context: ServiceContext): Promise<void> {
  const signing = await context.keys.signingKid()
  context.clock.assertUsable()
  const { keys } = await listSigningKeys(context.storage).catch(toSchemaMissing)
  // The key is missing after the schema was dropped or a backup restored. Then no other process verifies what this one signs.
  if (!keys.some(({ kid }) => kid === signing)) throw schemaMissing()
  // Every token grant of a device writes.
  if (await isReadOnly(context.storage)) throw readOnly()
}

function toSchemaMissing(error: unknown): never {
  throw error instanceof StorageError ? schemaMissing(error) : error
}

function readOnly(): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database is read-only, for example a standby. Nothing can be stored. Connect the service to the primary.',
    { retryAfterMs: RETRY_AFTER_MS },
  )
}

function schemaMissing(cause?: StorageError): LicetError<'unavailable'> {
  return new LicetError(
    'unavailable',
    'The database no longer contains the schema of the service, or its signing key. No request can be served. Restart the service.',
    { cause, retryAfterMs: RETRY_AFTER_MS },
  )
}
