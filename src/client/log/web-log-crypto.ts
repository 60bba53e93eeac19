import type { LogCrypto } from '../../log/log-crypto.ts'
import { createWebLogCrypto } from '../../log/web-crypto.ts'

/** Returns the cryptography of the log from WebCrypto. Ed25519 loads where WebCrypto has none. */
export function webLogCrypto(subtle: SubtleCrypto): LogCrypto {
  return createWebLogCrypto(subtle, () => import('../../log/ed25519.ts'))
}
