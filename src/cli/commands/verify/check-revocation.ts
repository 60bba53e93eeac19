import { verifyReceipt } from '../../../client/verify-receipt.ts'
import { isLicetError } from '../../../core/errors.ts'
import type { License } from '../../../core/license.ts'
import type { ReceiptClaims } from '../../../protocol/records/receipt.ts'
import type { Check, CheckReceiptOptions } from './check.ts'

const NAME = 'revocation'

/** Checks the receipt of a revocation without the device, if the file contains one. */
export async function checkRevocation(
  license: License | undefined,
  claims: ReceiptClaims,
  { keys, issuer }: Pick<CheckReceiptOptions, 'keys' | 'issuer'>,
): Promise<Check[]> {
  const { revocation } = license ?? {}
  if (license === undefined || revocation === undefined) return []
  try {
    const ended = await verifyReceipt(revocation.receipt, keys, { issuer })
    const isSame =
      license.status === 'revoked' &&
      ended.status === 'revoked' &&
      ended.iss === claims.iss &&
      ended.lic === claims.lic &&
      ended.sub === claims.sub &&
      ended.rby === revocation.requestedBy &&
      ended.chn === revocation.channel &&
      ended.iat === Math.floor(Date.parse(revocation.timestamp) / 1000)
    return [{ name: NAME, holds: isSame, text: isSame ? describeRevocation(revocation) : OTHER }, ...checkNote(revocation)]
  } catch (error) {
    if (!isLicetError(error, 'invalid_receipt')) throw error
    return [{ name: NAME, holds: false, text: `The revocation in the file has no valid receipt: ${error.message}` }]
  }
}

const OTHER = 'The revocation in the file does not match its receipt.'

function describeRevocation({ requestedBy, channel, timestamp }: NonNullable<License['revocation']>): string {
  return `The service signed that it revoked the license at ${timestamp}: requested by ${requestedBy}, channel ${channel}.`
}

/** No receipt covers the note, because a note can contain personal data. */
function checkNote({ note }: NonNullable<License['revocation']>): Check[] {
  if (note === undefined) return []
  return [
    {
      name: 'revocation_note',
      holds: undefined,
      text: 'The receipt does not cover the note of the revocation, so anyone could have written it.',
    },
  ]
}
