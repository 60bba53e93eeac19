import { toPlainAddress } from './plain-address.ts'

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|::1)$/i

/** Returns whether a host name or IP address is reachable from this machine only. */
export function isLoopback(host: string): boolean {
  return LOOPBACK.test(toPlainAddress(host))
}
