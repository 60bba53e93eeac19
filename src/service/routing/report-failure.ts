import { toWireError, type WireError } from '../http/respond.ts'
import type { ServiceContext } from '../service-context.ts'
import { StorageError } from '../storage/storage.ts'

/** Tells the operator of a failure that is not the caller's; gives back what the caller is told. */
export function tellFailure(
  { onEvent }: Pick<ServiceContext, 'onEvent'>,
  where: { readonly method: string; readonly route: string },
  error: unknown,
): WireError {
  const told = toWireError(error)
  if (told.code === 'unavailable') onEvent({ type: 'unavailable', ...where, reason: (findRefusal(told) ?? told).message })
  if (told.code === 'server_error') onEvent({ type: 'server_error', ...where, error: describe(error) })
  return told
}

/** What the database said, by its SQLSTATE: a full disk, too many connections, a server that only reads. */
function findRefusal({ cause }: WireError): StorageError | undefined {
  return cause instanceof StorageError ? cause : undefined
}

/** The kind of a failure, never its message: messages can hold what was sent. */
function describe(error: unknown): string {
  if (error instanceof StorageError) return `SQLSTATE ${error.state}`
  return error instanceof Error ? error.name : typeof error
}
