import { LICENSE_PAGE } from '../../core/page-sizes.ts'
import { isId } from '../crypto/create-id.ts'
import { invalidPage } from '../http/read-page.ts'
import { type EveryOwner, findPosition, type LicenseOwner } from '../storage/licenses.ts'
import type { Sql } from '../storage/storage.ts'

/**
 * Returns the position below which a page of licenses begins. Without a cursor, the page begins with the newest license.
 *
 * A cursor is a license id and not a position, because a position would reveal how many licenses other owners have.
 *
 * @throws {LicetError} `invalid_request` when the cursor is no license of the owner.
 */
export async function readCursor(sql: Sql, owner: LicenseOwner | EveryOwner, cursor: string | undefined): Promise<number> {
  if (cursor === undefined) return Number.MAX_SAFE_INTEGER
  const position = isId(cursor) ? await findPosition(sql, owner, cursor) : undefined
  if (position === undefined) throw invalidPage(LICENSE_PAGE)
  return position
}
