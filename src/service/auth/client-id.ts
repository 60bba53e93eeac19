import { ADDRESS } from '../../core/address.ts'
import { isId } from '../crypto/create-id.ts'

/** Who a `client_id` names (interface, section 5.2). `addr:` is another spelling of `address:` (wire decisions, section 2). */
export type Client =
  | { readonly type: 'user'; readonly userId: string }
  | { readonly type: 'provider'; readonly providerId: string }
  | { readonly type: 'address'; readonly providerId: string; readonly address: string }

/** Reads a `client_id`; `undefined` when it names nobody that could exist. */
export function parseClientId(clientId: string): Client | undefined {
  const [prefix, id, address, ...rest] = clientId.split(':')
  if (id === undefined || !isId(id) || rest.length > 0) return undefined
  if (prefix === 'address' || prefix === 'addr') {
    return address !== undefined && ADDRESS.test(address) ? { type: 'address', providerId: id, address } : undefined
  }
  if (address !== undefined) return undefined
  if (prefix === 'user') return { type: 'user', userId: id }
  return prefix === 'provider' ? { type: 'provider', providerId: id } : undefined
}
