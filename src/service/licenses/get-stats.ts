import type { StatsPage } from '../../protocol/records/stats.ts'
import { authenticateReader } from '../auth/ownership.ts'
import { readId, readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { countLicenses } from '../storage/overview.ts'
import { readCursor } from './read-cursor.ts'

/**
 * Stats: counts the licenses of the user's organization by provider, status, text and day, newest first. A page counts a limited number of
 * licenses, so that no request takes long. `?cursor=` takes `next` of the previous page.
 */
export async function getStats({ context, request, url }: RouteCall): Promise<Response> {
  const { orgId } = await authenticateReader(context, request)
  const { cursor, provider_id } = readQuery(url(), ['cursor', 'provider_id'])
  const providerId = readId(provider_id, 'provider_id')
  const before = await readCursor(context.replica, { orgId }, cursor)
  const { counts, next } = await countLicenses(context.replica, orgId, { before, providerId, now: context.now() })
  return respondJson({ counts, ...(next !== null && { next }) } satisfies StatsPage)
}
