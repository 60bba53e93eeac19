import { readBearerToken } from '../auth/authenticate-bearer.ts'
import { parseClientId } from '../auth/client-id.ts'
import { toNetwork } from '../auth/failure-limit.ts'

/** Who sends a request, as far as it is known before any work is done. */
export interface Caller {
  /** A provider or a user, from a token that was verified before. Otherwise a network. */
  readonly owner: string
  /** A device of the provider. Otherwise a network. */
  readonly sender: string
  readonly isDevice: boolean
}

/**
 * Returns who sends a request. `recall` returns the client of a token that this process has verified before.
 *
 * Other requests belong to their network: a new token, wrong credentials, a forged token that names somebody else.
 */
export function readCaller(
  request: Request,
  recall: (token: string) => string | undefined,
  peerAddress: string | undefined,
): Caller {
  const network = peerAddress === undefined ? '' : toNetwork(peerAddress)
  const token = readBearerToken(request)
  const client = parseClientId((token === undefined ? undefined : recall(token)) ?? '')
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
