import { readBearerToken } from '../auth/authenticate-bearer.ts'
import { parseClientId } from '../auth/client-id.ts'
import { toNetwork } from '../auth/failure-limit.ts'

/** Who sends a request, as far as it is known before any work is done. */
export interface Caller {
  /**
   * `vouched`: an API key, or a device of a person that a backend vouched for. `known`: another client of a provider, which anybody can
   * register. `unknown`: without a token that was verified before.
   */
  readonly standing: 'vouched' | 'known' | 'unknown'
  /** A provider or a user. Of an unknown caller the whole network. */
  readonly owner: string
  /** The network, from the whole to the part: of IPv6 the first 48 bits and the first 64. */
  readonly networks: readonly [string, string]
  /** A device of the provider. Otherwise a network. */
  readonly sender: string
  readonly isDevice: boolean
}

/** The client of a token that this process has verified before. */
export interface RecalledClient {
  readonly clientId: string
  /** Whether a backend vouched for the person of the device. */
  readonly isVouched: boolean
}

/**
 * Returns who sends a request. `recall` returns the client of a token that this process has verified before.
 *
 * Other requests belong to their network: a new token, wrong credentials, a forged token that names somebody else.
 */
export function readCaller(
  request: Request,
  recall: (token: string) => RecalledClient | undefined,
  peerAddress: string | undefined,
): Caller {
  const networks: Caller['networks'] =
    peerAddress === undefined ? ['', ''] : [toNetwork(peerAddress, 48), toNetwork(peerAddress, 64)]
  const [whole, sender] = networks
  const token = readBearerToken(request)
  const recalled = token === undefined ? undefined : recall(token)
  const client = parseClientId(recalled?.clientId ?? '')
  switch (client?.type) {
    case 'address': {
      const standing = recalled?.isVouched === true ? 'vouched' : 'known'
      return { standing, owner: client.providerId, networks, sender: client.address, isDevice: true }
    }
    case 'provider':
      return { standing: 'known', owner: client.providerId, networks, sender, isDevice: false }
    case 'user':
      return { standing: 'vouched', owner: client.userId, networks, sender, isDevice: false }
    default:
      return { standing: 'unknown', owner: whole, networks, sender, isDevice: false }
  }
}
