/** Why a connection to another server failed before it was usable. */
export type TransportFault = 'refused' | 'unknown_host' | 'tls'

/** Returns the fault that a code of Node means, or `undefined` for another one. */
export function toTransportFault(code: string): TransportFault | undefined {
  if (code === 'ECONNREFUSED') return 'refused'
  if (code === 'ENOTFOUND' || code === 'EAI_AGAIN') return 'unknown_host'
  return /CERT|SIGNATURE|^ERR_(?:TLS|SSL|OSSL)|^EPROTO$/.test(code) ? 'tls' : undefined
}
