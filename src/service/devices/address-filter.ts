import { LicetError } from '../../core/errors.ts'
import { readQuery } from '../http/read-query.ts'

/**
 * The filter `?address=` or `?id=` of the address routes. One is required: the provider's secret is public, so nobody may enumerate.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readAddressFilter(url: URL): { readonly address: string | null; readonly ptr: string | null } {
  const { address = null, id = null } = readQuery(url, ['address', 'id'])
  if (address === null && id === null) {
    throw new LicetError(
      'invalid_request',
      'Neither address nor id is in the query. Addresses are never listed as a whole. Ask for one of them.',
    )
  }
  return { address, ptr: id }
}
