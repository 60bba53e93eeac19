import type { Storage } from '../../../service/index.ts'
import { MAX_LOG_INTERVAL_SECONDS } from '../../configuration/serve-flags.ts'
import { count } from '../../count.ts'
import { type Finding, ok, warning } from './doctor-finding.ts'

const CHECK = 'public log'
const MAX_WAITING_SECONDS = 2 * MAX_LOG_INTERVAL_SECONDS

/** Checks that the public log continues. */
export async function checkLog(storage: Storage): Promise<Finding> {
  const { readLogState } = await import('../../../service/storage/log-tree.ts')
  const { size, waitingSeconds } = await readLogState(storage)
  if (waitingSeconds > MAX_WAITING_SECONDS)
    return warning(
      CHECK,
      `An entry waits for the public log for ${Math.round(waitingSeconds)} s.`,
      'Look for log_inconsistent in the log of the service. Without a running service, entries wait until it starts.',
    )
  return ok(CHECK, `It has ${count(size, 'entry', 'entries')}, and continues. \`licet log verify\` compares it with the licenses.`)
}
