import type { ServiceEvent } from '../service-event.ts'
import type { Storage } from '../storage/storage.ts'

/**
 * Reports at startup that the read replica is not a standby. Otherwise the log would show it only after lists were requested for 5 seconds.
 *
 * @returns whether it was reported. A replica that does not answer is reported with the first list.
 */
export async function checkStandby(replica: Storage, onEvent: (event: ServiceEvent) => void): Promise<boolean> {
  const [server] = await replica
    .query<{ isStandby: boolean }>('SELECT pg_is_in_recovery() AS "isStandby"')
    .catch((): { isStandby: boolean }[] => [])
  if (server?.isStandby !== false) return false
  onEvent({
    type: 'replica_unavailable',
    reason: 'It is not a standby, so lists come from the primary. Name a standby in DATABASE_READ_URL, or unset it.',
  })
  return true
}
