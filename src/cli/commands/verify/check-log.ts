import { type VerifiedReceipt, verifyReceipt } from '../../../client/verify-receipt.ts'
import { isLicetError } from '../../../core/errors.ts'
import { toTimestamp } from '../../../core/timestamp.ts'
import type { LoggedReceipt } from '../../../log/verify-logged.ts'
import type { Check, CheckReceiptOptions } from './check.ts'
import type { ReceiptFile } from './read-receipt-file.ts'

const NAME = 'log'

/** Checks the proof of the public log in a file. Without `--log-keys`, the keys of the log come from the file too, so it proves nothing. */
export async function checkLog({ receipt, license, log }: ReceiptFile, options: CheckReceiptOptions): Promise<Check[]> {
  const { logKeys, keys, issuer, timestampCertificates } = options
  if (log === undefined)
    return logKeys === undefined
      ? []
      : [{ name: NAME, holds: undefined, text: 'The file contains no proof of the public log. Download the receipt again.' }]
  try {
    const given = { ...log, keys: logKeys ?? log.keys }
    const { text = '', timestamp } =
      (await findLogged([receipt, license?.revocation?.receipt], (one) =>
        verifyReceipt(one, keys, { issuer, log: given, timestampCertificates }),
      )) ?? {}
    const stamp = checkTimestamp(timestamp, options)
    if (logKeys !== undefined) return [{ name: NAME, holds: true, text }, ...stamp]
    return [{ name: NAME, holds: undefined, text: `${text} The keys of the log came with the file. Add --log-keys.` }, ...stamp]
  } catch (error) {
    if (!isLicetError(error, 'invalid_proof')) throw error
    return [{ name: NAME, holds: false, text: error.message }]
  }
}

/** Checks who made the time stamp of a proof. A wrong one refutes the proof before. */
function checkTimestamp(timestamp: LoggedReceipt['timestamp'], { timestampCertificates }: CheckReceiptOptions): Check[] {
  if (timestamp === undefined) return []
  const { at, by, isTrusted } = timestamp
  const stated = `The time stamp of ${by} states that the entry existed before ${toTimestamp(at * 1000)}.`
  const open = timestampCertificates
    ? 'Its certificate does not lead to one of --timestamp-ca.'
    : 'Its certificate was not checked against a list. Add --timestamp-ca.'
  return [{ name: 'timestamp', holds: isTrusted || undefined, text: isTrusted ? stated : `${stated} ${open}` }]
}

/** Returns what is proven about the first receipt that the proof belongs to. After an end without the device, the service proves that end. */
async function findLogged(
  [first, second]: readonly [string, string | undefined],
  verify: (receipt: string) => Promise<VerifiedReceipt>,
): Promise<VerifiedReceipt['logged']> {
  const { logged } = await verify(first).catch((error: unknown) => {
    if (second === undefined) throw error
    return verify(second)
  })
  return logged
}
