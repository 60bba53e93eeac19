import type { Storage } from '../../../service/index.ts'
import { count } from '../../count.ts'
import { type Finding, ok, warning } from './doctor-finding.ts'

/** The fullest server may have this many times the bytes of the emptiest one. */
const MAX_IMBALANCE = 1.5
/** Up to this size of the fullest server, no imbalance matters. */
const SMALL_BYTES = 1_000_000_000

/** Reports on which servers of a cluster the rows are. Nothing for a database on one server. */
export async function checkDistribution(storage: Storage): Promise<readonly Finding[]> {
  const { readPlacements } = await import('../../../service/storage/distribute-tables.ts')
  const placements = await readPlacements(storage)
  if (placements.length === 0) return []
  const servers = [...new Set(placements.map(({ server }) => server))]
  const sizes = servers.map((server) =>
    placements.filter((placement) => placement.server === server).reduce((sum, { bytes }) => sum + bytes, 0),
  )
  const listed = servers.map((server, at) => `${server} (${Math.round((sizes[at] ?? 0) / 1_000_000)} MB)`).join(', ')
  const found = `The licenses are on ${count(servers.length, 'server')}: ${listed}.`
  const [least, most] = [Math.min(...sizes), Math.max(...sizes)]
  if (most <= Math.max(SMALL_BYTES, MAX_IMBALANCE * least)) return [ok('distribution', found)]
  return [warning('distribution', found, 'Move shards to the smaller servers: SELECT citus_rebalance_start().')]
}
