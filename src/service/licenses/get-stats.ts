import { LICENSE_PAGE } from '../../core/page-sizes.ts'
import type { StatsPage } from '../../protocol/records/stats.ts'
import { authenticateReader } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { invalidPage } from '../http/read-page.ts'
import { readId, readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findPosition } from '../storage/licenses.ts'
import { countLicenses } from '../storage/overview.ts'

/**
 * Stats: counts the licenses of the user's organization by provider, status, text and day, newest first. A page counts a limited number of
 * licenses, so that no request takes long. `?cursor=` takes `next` of the previous page.
 */
export async function getStats({ context, request, url }: RouteCall): Promise<Response> {
  const { orgId } = await authenticateReader(context, request)
  const { cursor, provider_id } = readQuery(url(), ['cursor', 'provider_id'])
  const providerId = readId(provider_id, 'provider_id')
  const at = cursor === undefined || !isId(cursor) ? undefined : await findPosition(context.replica, { orgId }, cursor)
  if (cursor !== undefined && at === undefined) throw invalidPage(LICENSE_PAGE)
  const before = at ?? Number.MAX_SAFE_INTEGER
  const { counts, next } = await countLicenses(context.replica, orgId, { before, providerId, now: context.now() })
  return respondJson({ counts, ...(next !== null && { next }) } satisfies StatsPage)
}
