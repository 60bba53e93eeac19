import { LicetError } from '../../core/errors.ts'
import { readQuery } from '../http/read-query.ts'

/**
 * Reads `?address=` or `?id=`. One of them is required: the secret of a provider is public, so nobody may list all addresses.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readAddressFilter(url: URL): { readonly address: string | null; readonly ptr: string | null } {
  const { address = null, id = null } = readQuery(url, ['address', 'id'])
  if (address === null && id === null) {
    throw new LicetError(
      'invalid_request',
      'The query contains neither address nor id. Nothing was done, because addresses are not listed as a whole. Send one of them.',
    )
  }
  return { address, ptr: id }
}
