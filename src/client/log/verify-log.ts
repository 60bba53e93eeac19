// Loads when a proof of the public log is verified.
import { type StampOfProof, verifyStamp } from '../../log/timestamp/verify-stamp.ts'
import { describeLogged, type LoggedReceipt, type ReceiptLog, verifyLogged } from '../../log/verify-logged.ts'
import { webLogCrypto } from './web-log-crypto.ts'

/**
 * Verifies that the public log contains a receipt, with the time stamp of the proof, and adds one English sentence about it.
 *
 * @param certificates Certificates of trusted time-stamping authorities in PEM. Default: none.
 * @throws {LicetError} like {@link verifyLogged}
 */
export async function verifyLog(
  receipt: string,
  iat: number,
  log: ReceiptLog,
  certificates?: string,
): Promise<LoggedReceipt & { readonly text: string }> {
  const { subtle } = globalThis.crypto
  const verify = (stamp: StampOfProof) => verifyStamp(stamp, subtle, certificates)
  const logged = await verifyLogged(receipt, iat, log, webLogCrypto(subtle), verify)
  return { ...logged, text: describeLogged(logged) }
}
