import { LICENSE_PAGE } from '../../core/page-sizes.ts'
import { SearchLicensesBody } from '../../protocol/records/license-operations.ts'
import { authenticateReader } from '../auth/ownership.ts'
import { parseBody } from '../http/parse-body.ts'
import type { RouteCall } from '../routing/route.ts'
import { respondPage } from './get-licenses.ts'

/**
 * License Search: the same as License List for API keys, with the parameters in the body. The id of a person is then in no URL, which
 * proxies and servers write into their logs.
 */
export async function postLicenseSearch(call: RouteCall): Promise<Response> {
  const user = await authenticateReader(call.context, call.request)
  const { cursor, limit = LICENSE_PAGE.default, ...query } = await parseBody(call, SearchLicensesBody)
  return respondPage(call, user, { cursor, size: limit, query })
}
