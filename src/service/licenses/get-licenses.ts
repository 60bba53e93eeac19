import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { LICENSE_PAGE, MAX_PAGE_BYTES } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { authenticateLicenseOwner } from '../auth/ownership.ts'
import { isId } from '../crypto/create-id.ts'
import { readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'
import { findLicense, type LicenseOwner, listLicenses } from '../storage/licenses.ts'
import type { Storage } from '../storage/storage.ts'
import { toLicenseRecord } from './license-record.ts'

/**
 * License List: returns `{licenses, next?}`, newest first.
 *
 * `?cursor=` takes `next` of the previous page. `?limit=` is 1 to 100; a page has fewer licenses when they are large.
 */
export async function getLicenses({ context, request, url }: RouteCall): Promise<Response> {
  const owner = await authenticateLicenseOwner(context, request)
  const { cursor, limit } = readQuery(url(), ['cursor', 'limit'])
  const size = limit === undefined ? LICENSE_PAGE.default : readLimit(limit)
  const before = cursor === undefined ? Number.MAX_SAFE_INTEGER : await readCursor(context.storage, owner, cursor)
  const found = await listLicenses(context.storage, owner, { before, limit: size, bytes: MAX_PAGE_BYTES })
  const now = context.now()
  const licenses = cutToBytes(found.licenses.map((license) => toLicenseRecord(license, now)))
  const last = found.licenses[licenses.length - 1]
  const more = found.more || found.licenses.length > licenses.length
  return respondJson({ licenses, ...(more && last !== undefined ? { next: last.id } : {}) })
}

/** Returns as many records from the start as fit on a page, and at least one. */
function cutToBytes(records: readonly JsonObject[]): readonly JsonObject[] {
  let bytes = 0
  const end = records.findIndex((record) => {
    bytes += utf8(JSON.stringify(record)).length
    return bytes > MAX_PAGE_BYTES
  })
  return end < 0 ? records : records.slice(0, Math.max(1, end))
}

// A cursor is a license id and not a position, because a position would reveal how many licenses other owners have.
async function readCursor(storage: Storage, owner: LicenseOwner, cursor: string): Promise<number> {
  const last = isId(cursor) ? await findLicense(storage, owner, cursor) : undefined
  if (last === undefined) throw invalidPage()
  return last.position
}

function readLimit(text: string): number {
  const limit = /^[1-9]\d{0,2}$/.test(text) ? Number(text) : 0
  if (limit < 1 || limit > LICENSE_PAGE.max) throw invalidPage()
  return limit
}

function invalidPage(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    `The cursor or the limit in the query is invalid. Nothing was done. Use next of the previous page as the cursor, and a limit from 1 to ${LICENSE_PAGE.max}.`,
  )
}
