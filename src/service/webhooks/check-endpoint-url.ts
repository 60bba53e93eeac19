import { LicetError } from '../../core/errors.ts'
import { isPrivateAddress } from '../http/is-private-address.ts'

const MAX_URL_CHARS = 2000
/**
 * Names that are only resolved within a network (RFC 6761, RFC 6762, RFC 7686, RFC 8375, the reserved `internal`, and names that ICANN never
 * delegates because networks use them), and a name that ends with two dots, which the public DNS does not have.
 */
const PRIVATE_NAME =
  /^[^.]*$|\.(?:|localhost|localdomain|local|internal|intranet|private|corp|home|lan|home\.arpa|svc|onion|test|invalid)$/i
const IP_LITERAL = /^\[|^\d{1,3}(?:\.\d{1,3}){3}$/

/** Returns whether the host of a URL is a private IP address, or a name that only a private network resolves. */
export function isPrivateHost(hostname: string): boolean {
  if (IP_LITERAL.test(hostname)) return isPrivateAddress(hostname)
  return PRIVATE_NAME.test(hostname.replace(/\.$/, ''))
}

/**
 * Checks the URL of an endpoint, and returns it as it is stored.
 *
 * @throws {LicetError} `invalid_request`
 */
export function checkEndpointUrl(text: string, allowPrivate: boolean): string {
  if (!URL.canParse(text)) throw invalidUrl('is not a URL', 'Use an address such as https://example.com/webhooks')
  const url = new URL(text)
  if (url.port === '0') throw invalidUrl('has the port 0, which no receiver has', 'Use another port, or none')
  const isPrivate = isPrivateHost(url.hostname)
  if (url.username !== '' || url.password !== '')
    throw invalidUrl('contains a user name or password', 'Remove it: the signature proves the sender')
  if (isPrivate && !allowPrivate)
    throw invalidUrl(
      'is a private address',
      'Use a public address. The operator can allow a private one on the database (allowPrivate, --allow-private)',
    )
  const isHttp = url.protocol === 'http:' && allowPrivate
  if (url.protocol !== 'https:' && !isHttp) throw invalidUrl('does not begin with https:', 'Use an https address')
  url.hash = ''
  // The stored form can be longer: a character outside ASCII has up to 12 there.
  if (url.href.length > MAX_URL_CHARS)
    throw invalidUrl(`has ${url.href.length} characters, and at most ${MAX_URL_CHARS} are allowed`, 'Use a shorter address')
  return url.href
}

function invalidUrl(fault: string, fix: string): LicetError<'invalid_request'> {
  return new LicetError('invalid_request', `The URL of the endpoint ${fault}. Nothing was changed. ${fix}.`, { field: 'url' })
}
