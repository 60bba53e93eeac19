import { toPlainAddress } from './plain-address.ts'

// The addresses that are not global in the registries of IANA (RFC 6890), and multicast.
const PRIVATE_IPV4 = [
  '0.0.0.0/8',
  '10.0.0.0/8',
  '100.64.0.0/10',
  '127.0.0.0/8',
  // The platform channel of Azure: every virtual machine reaches it, and nobody else.
  '168.63.129.16/32',
  '169.254.0.0/16',
  '172.16.0.0/12',
  '192.0.0.0/24',
  '192.0.2.0/24',
  '192.88.99.0/24',
  '192.168.0.0/16',
  '198.18.0.0/15',
  '198.51.100.0/24',
  '203.0.113.0/24',
  '224.0.0.0/3',
].map(toNetwork)

// Outside of 2000::/3 no IPv6 address is global. Within it, these are not, or contain an IPv4 address.
const GLOBAL_IPV6 = toNetwork('2000::/3')
const PRIVATE_IPV6 = ['2001::/23', '2001:db8::/32', '2002::/16', '3fff::/20'].map(toNetwork)

/** Returns whether an IP address is not reachable from the public internet. A text that is no IP address is private too. */
export function isPrivateAddress(text: string): boolean {
  const bits = toBits(toPlainAddress(text))
  const isIn = (network: string) => bits?.startsWith(network) === true
  if (bits?.length === 32) return PRIVATE_IPV4.some(isIn)
  return !isIn(GLOBAL_IPV6) || PRIVATE_IPV6.some(isIn)
}

/** Returns the binary digits that all addresses of a network share. */
function toNetwork(cidr: string): string {
  const [address = '', length = ''] = cidr.split('/')
  return (toBits(address) ?? '').slice(0, Number(length))
}

/** Returns an address as 32 or 128 binary digits. `undefined` for any other text. */
function toBits(address: string): string | undefined {
  if (/^\d{1,3}(?:\.\d{1,3}){3}$/.test(address)) return toBinary(address.split('.'), 10, 8)
  if (!address.includes(':') || !URL.canParse(`http://[${address}]`)) return undefined
  const [left = '', right] = new URL(`http://[${address}]`).hostname.slice(1, -1).split('::')
  const [head, tail] = [left, right ?? ''].map((half) => half.split(':').filter((group) => group !== ''))
  const middle = Array.from({ length: 8 - (head?.length ?? 0) - (tail?.length ?? 0) }, () => '0')
  return toBinary([...(head ?? []), ...middle, ...(tail ?? [])], 16, 16)
}

function toBinary(groups: readonly string[], radix: number, width: number): string {
  return groups.map((group) => Number.parseInt(group, radix).toString(2).padStart(width, '0')).join('')
}
