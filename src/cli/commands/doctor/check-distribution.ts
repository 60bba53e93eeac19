import type { Storage } from '../../../service/index.ts'
import { count } from '../../count.ts'
import { type Finding, fault, ok, warning } from './doctor-finding.ts'

/** The fullest server may have this many times the bytes of the emptiest one. */
const MAX_IMBALANCE = 1.5
/** Up to this size of the fullest server, no imbalance matters. */
const SMALL_BYTES = 1_000_000_000

/** Reports on which servers of a cluster the rows are. Reports nothing for a database on one server. */
export async function checkDistribution(storage: Storage): Promise<readonly Finding[]> {
  const { readPlacements } = await import('../../../service/storage/distribute-tables.ts')
  const placements = await readPlacements(storage)
  if (placements.length === 0) return []
  const [session] = await storage.query<{ mode: string }>("SELECT current_setting('plan_cache_mode') AS mode")
  // Such a plan has no value for the column that decides which server is asked.
  if (session?.mode === 'force_generic_plan')
    return [
      fault(
        'distribution',
        'The licenses are on several servers, and the connections of the service plan statements without their values. Citus refuses them.',
        'Add options=-c%20plan_cache_mode%3Dauto to the connection string.',
      ),
    ]
  const sizes = placements.map(({ bytes }) => bytes)
  const listed = placements.map(({ server, shards, bytes }) => `${server} (${count(shards, 'shard')}, ${toMegabytes(bytes)} MB)`)
  const found = `The licenses are on ${count(placements.length, 'server')}: ${listed.join(', ')}.`
  const isEven = Math.max(...sizes) <= Math.max(SMALL_BYTES, MAX_IMBALANCE * Math.min(...sizes))
  if (isEven && placements.every(({ shards }) => shards > 0)) return [ok('distribution', found)]
  return [warning('distribution', found, 'Move shards to the smaller servers: SELECT citus_rebalance_start().')]
}

const toMegabytes = (bytes: number): number => Math.round(bytes / 1_000_000)
