import { parseClientId } from '../auth/client-id.ts'
import { toNetwork } from '../auth/failure-limit.ts'

/** The sender that a request names, unverified. */
export interface Caller {
  /** A provider or a user. A network, if the request names neither. */
  readonly owner: string
  /** A device of the provider. A network, for the other requests of a provider or user. */
  readonly sender: string
  readonly isDevice: boolean
}

/** The length of the start of a form that is searched for the client. Real forms are shorter. */
const SEARCHED_BYTES = 8192

/**
 * Reads who sends a request from its bearer token, its HTTP Basic credentials or its form, without verifying anything.
 *
 * Use the result only to share turns between callers: anyone can name anyone.
 */
export function readCaller(request: Request, body: Uint8Array, peerAddress: string | undefined): Caller {
  const network = peerAddress === undefined ? '' : toNetwork(peerAddress)
  const client = parseClientId(findClientId(request, body) ?? '')
  switch (client?.type) {
    case 'address':
      return { owner: client.providerId, sender: client.address, isDevice: true }
    case 'provider':
      return { owner: client.providerId, sender: network, isDevice: false }
    case 'user':
      return { owner: client.userId, sender: network, isDevice: false }
    default:
      return { owner: network, sender: network, isDevice: false }
  }
}

function findClientId(request: Request, body: Uint8Array): string | undefined {
  const header = request.headers.get('authorization')
  if (header !== null) {
    const [scheme = '', credentials = ''] = header.split(/ +/, 2)
    if (/^bearer$/i.test(scheme)) return findInToken(credentials)
    return /^basic$/i.test(scheme) ? decode(decodeBase64(credentials).split(':', 1).join()) : undefined
  }
  if (request.headers.get('content-type')?.startsWith('application/x-www-form-urlencoded') !== true) return undefined
  const form = new TextDecoder('latin1').decode(body.subarray(0, SEARCHED_BYTES))
  const named = /(?:^|&)client_id=([^&]*)/.exec(form)?.[1]
  if (named !== undefined) return decode(named)
  const token = /(?:^|&)refresh_token=([^&]*)/.exec(form)?.[1]
  return token === undefined ? undefined : findInToken(token)
}

function findInToken(token: string): string | undefined {
  const claims = decodeBase64((token.split('.', 2)[1] ?? '').replaceAll('-', '+').replaceAll('_', '/'))
  return /"client_id":"([^"]*)"/.exec(claims)?.[1]
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return ''
  }
}

function decodeBase64(text: string): string {
  try {
    return atob(text)
  } catch {
    return ''
  }
}
