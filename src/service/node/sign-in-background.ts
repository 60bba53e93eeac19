import { isLicetError } from '../../core/errors.ts'
import type { Service } from '../create-service.ts'
import { describeKind } from '../routing/report-failure.ts'
import type { ServiceEvent } from '../service-event.ts'

const RETRY_AFTER_MS = 60_000

/**
 * Signs the receipts that a former version left, while the service responds to requests. If that fails, tries again after a minute.
 *
 * @returns a function that stops the retries.
 */
export function signInBackground(service: Service, onEvent: (event: ServiceEvent) => void): () => void {
  let timer: NodeJS.Timeout | undefined
  let stopped = false
  const run = (): void => {
    service.signErasedReceipts().catch((error: unknown) => {
      if (stopped) return
      // Requests report a database that is unavailable.
      if (!isLicetError(error, 'unavailable'))
        onEvent({ type: 'server_error', method: '', route: 'receipts of erased licenses', error: describeKind(error) })
      timer = setTimeout(run, RETRY_AFTER_MS)
    })
  }
  run()
  return () => {
    stopped = true
    clearTimeout(timer)
  }
}
