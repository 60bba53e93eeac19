/**
 * Returns an IP address in its one plain form: without port, brackets and zone, IPv6 as RFC 5952 writes it, and an IPv4 address that is
 * mapped to IPv6 (RFC 4291 §2.5.5.2) as IPv4. Returns any other text unchanged.
 */
export function toPlainAddress(text: string): string {
  // Some proxies add a port.
  const [, host = text] = /^\[(.+)\](?::\d+)?$/.exec(text) ?? /^(\d+(?:\.\d+){3}):\d+$/.exec(text) ?? []
  const [digits = ''] = host.split('%', 1)
  const url = `http://[${digits}]`
  // URL is in every runtime, and parses and writes IPv6 addresses as the standard requires.
  if (!/^[\da-f:.]+$/i.test(digits) || !URL.canParse(url)) return host
  const address = new URL(url).hostname.slice(1, -1)
  const mapped = /^::ffff:([\da-f]+):([\da-f]+)$/.exec(address)
  if (mapped === null) return address
  return mapped
    .slice(1)
    .map((group) => Number.parseInt(group, 16))
    .flatMap((group) => [group >> 8, group & 255])
    .join('.')
}
