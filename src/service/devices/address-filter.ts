import { LicetError } from '../../core/errors.ts'

/** The parameters of a query that select devices. */
export const ADDRESS_PARAMETERS = ['address', 'id'] as const

/**
 * Reads `?address=` or `?id=`. One of them is required: the secret of a provider is public, so nobody may list all addresses.
 *
 * @throws {LicetError} `invalid_request`
 */
export function readAddressFilter({ address, id }: { readonly address?: string; readonly id?: string }): {
  readonly address: string | null
  readonly ptr: string | null
} {
  if (address === undefined && id === undefined) {
    throw new LicetError(
      'invalid_request',
      'The query contains neither address nor id. Nothing was done, because the service never lists or erases all addresses in one request. Send one of the two.',
    )
  }
  return { address: address ?? null, ptr: id ?? null }
}
