// Loads when a proof of the public log is verified.
import { describeLogged, type LoggedReceipt, type ReceiptLog, verifyLogged } from '../../log/verify-logged.ts'
import { webLogCrypto } from './web-log-crypto.ts'

/**
 * Verifies that the public log contains a receipt, and adds one English sentence about it.
 *
 * @throws {LicetError} like {@link verifyLogged}
 */
export async function verifyLog(receipt: string, iat: number, log: ReceiptLog): Promise<LoggedReceipt & { readonly text: string }> {
  const logged = await verifyLogged(receipt, iat, log, webLogCrypto(globalThis.crypto.subtle))
  return { ...logged, text: describeLogged(logged) }
}
