import { LicetError } from '../../core/errors.ts'
import { LICENSE_PAGE } from '../../protocol/limits.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { authenticateLicenseOwner } from '../http/license-owner.ts'
import { readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond.ts'
import { toLicenseRecord } from '../licenses/license-record.ts'
import { listLicenses } from '../storage/licenses.ts'
import type { Route } from './route.ts'

/** License List: `{licenses, next?}`, the newest first; `?cursor=` takes `next` of the page before, `?limit=` 1 to 100. */
export const getLicenses: Route = {
  method: 'GET',
  paths: [TRAIL_PATHS.licenses],
  cors: true,
  async handle({ context, request, url }) {
    const owner = await authenticateLicenseOwner(context, request)
    const { cursor, limit } = readQuery(url(), ['cursor', 'limit'])
    const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : readNumber(cursor, Number.MAX_SAFE_INTEGER)
    const size = limit === undefined ? LICENSE_PAGE.default : readNumber(limit, LICENSE_PAGE.max)
    const found = await listLicenses(context.storage, owner, { before, limit: size + 1 })
    const page = found.slice(0, size)
    const last = page.at(-1)
    const now = context.now()
    return respondJson({
      licenses: page.map((license) => toLicenseRecord(license, now)),
      ...(found.length > size && last !== undefined ? { next: String(last.position) } : {}),
    })
  },
}

function readNumber(text: string, max: number): number {
  const number = /^[1-9]\d{0,15}$/.test(text) ? Number(text) : 0
  if (number < 1 || number > max) {
    throw new LicetError(
      'invalid_request',
      `The query's cursor or limit is not one that this service gave or takes. Leave it out, or send a limit from 1 to ${LICENSE_PAGE.max}.`,
    )
  }
  return number
}
