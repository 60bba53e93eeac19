import { readBearerToken } from '../auth/authenticate-bearer.ts'
import { parseClientId } from '../auth/client-id.ts'
import { toNetworks } from '../auth/failure-limit.ts'

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

/** Returns the client of a token that this process has verified before. */
export type Recall = (token: string) => RecalledClient | undefined

/** Returns whether an `Authorization` header is from an API key, or from a device of a person that a backend vouched for. */
export function isVouched(authorization: string | null | undefined, recall: Recall): boolean {
  return findSender(authorization, recall)?.standing === 'vouched'
}

/**
 * Returns who sends a request.
 *
 * Requests without a token that `recall` knows belong to their network: a new token, wrong credentials, a forged token that names somebody
 * else.
 */
export function readCaller(request: Request, recall: Recall, peerAddress: string | undefined): Caller {
  const networks = toNetworks(peerAddress)
  const [whole, part] = networks
  const found = findSender(request.headers.get('authorization'), recall)
  if (found === undefined) return { standing: 'unknown', owner: whole, networks, sender: part, isDevice: false }
  const { standing, owner, device } = found
  return { standing, owner, networks, sender: device ?? part, isDevice: device !== undefined }
}

function findSender(
  authorization: string | null | undefined,
  recall: Recall,
): { readonly standing: Caller['standing']; readonly owner: string; readonly device?: string } | undefined {
  const token = readBearerToken(authorization)
  const recalled = token === undefined ? undefined : recall(token)
  const client = parseClientId(recalled?.clientId ?? '')
  switch (client?.type) {
    case 'address':
      return { standing: recalled?.isVouched === true ? 'vouched' : 'known', owner: client.providerId, device: client.address }
    case 'provider':
      return { standing: 'known', owner: client.providerId }
    case 'user':
      return { standing: 'vouched', owner: client.userId }
    default:
      return undefined
  }
}
