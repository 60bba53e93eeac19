import { type VerifiedReceipt, verifyReceipt } from '../../../client/verify-receipt.ts'
import { isLicetError } from '../../../core/errors.ts'
import type { Check, CheckReceiptOptions } from './check.ts'
import type { ReceiptFile } from './read-receipt-file.ts'

const NAME = 'log'

/** Checks the proof of the public log in a file. Without `--log-keys`, the keys of the log come from the file too, so it proves nothing. */
export async function checkLog({ receipt, license, log }: ReceiptFile, options: CheckReceiptOptions): Promise<Check[]> {
  const { logKeys, keys, issuer } = options
  if (log === undefined)
    return logKeys === undefined
      ? []
      : [{ name: NAME, holds: undefined, text: 'The file contains no proof of the public log. Download the receipt again.' }]
  try {
    const given = { ...log, keys: logKeys ?? log.keys }
    const text = await findText([receipt, license?.revocation?.receipt], (one) => verifyReceipt(one, keys, { issuer, log: given }))
    if (logKeys !== undefined) return [{ name: NAME, holds: true, text }]
    return [{ name: NAME, holds: undefined, text: `${text} The keys of the log came with the file. Add --log-keys.` }]
  } catch (error) {
    if (!isLicetError(error, 'invalid_proof')) throw error
    return [{ name: NAME, holds: false, text: error.message }]
  }
}

/** Returns what is proven about the first receipt that the proof belongs to. After an end without the device, the service proves that end. */
async function findText(
  [first, second]: readonly [string, string | undefined],
  verify: (receipt: string) => Promise<VerifiedReceipt>,
): Promise<string> {
  const { logged } = await verify(first).catch((error: unknown) => {
    if (second === undefined) throw error
    return verify(second)
  })
  return logged?.text ?? ''
}
