import { availableParallelism } from 'node:os'
import { LicetError } from '../../../core/errors.ts'
import { selectKind } from '../select-database.ts'
import type { ServeOptions } from '../serve-options.ts'

/** How many processes serve: a number, or one for each core. */
export type WorkerCount = number | 'auto'

/** Returns the number of workers. `auto` is the number of cores that this process may use. */
export function countWorkers(workers: WorkerCount): number {
  return workers === 'auto' ? availableParallelism() : workers
}

/**
 * Refuses several workers on a database that only one process can use.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkWorkers(workers: WorkerCount, options: ServeOptions): void {
  const kind = selectKind(options)
  if (countWorkers(workers) === 1 || kind === 'postgresql') return
  throw new LicetError(
    'invalid_configuration',
    `workers is ${workers}, and the database is ${kind === 'embedded' ? 'the embedded one, which one process can use' : 'in the memory of one process'}. ` +
      'The service did not start. Set DATABASE_URL to a PostgreSQL database, or remove workers (--workers).',
    { field: 'workers' },
  )
}
