import { NoFailure } from '../http/report-overload.ts'
import { toWireError, type WireError } from '../http/respond-error.ts'
import type { ServiceContext } from '../service-context.ts'
import { LOST_STATEMENT_STATES, StorageError } from '../storage/storage.ts'

/**
 * Reports a failure of the service or its database to the operator, and returns the error for the response.
 *
 * A fault of the caller is returned only.
 */
export function reportFailure(
  { onEvent }: Pick<ServiceContext, 'onEvent'>,
  where: { readonly method: string; readonly route: string; readonly requestId?: string },
  error: unknown,
): WireError {
  const reported = toWireError(error)
  const isUnavailable = reported.code === 'unavailable' && !(reported.cause instanceof NoFailure)
  if (isUnavailable) onEvent({ type: 'unavailable', ...where, reason: toReason(reported) })
  if (reported.code === 'server_error') onEvent({ type: 'server_error', ...where, error: describeKind(error) })
  return reported
}

/** Prefers the SQLSTATE of the database: a full disk, too many connections, a read-only server. */
function toReason({ cause, message }: WireError): string {
  return cause instanceof StorageError ? cause.message : message
}

/** Returns the kind of a failure and never its message, because a message can contain what was sent. */
export function describeKind(error: unknown): string {
  if (error instanceof StorageError) return LOST_STATEMENT_STATES.includes(error.state) ? error.message : `SQLSTATE ${error.state}`
  return error instanceof Error ? error.name : typeof error
}
