import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../../../core/errors.ts'
import type { JsonObject } from '../../../core/json.ts'
import { toKantaraReceipt } from '../../../terms/records/kantara-receipt.ts'
import { isWithdrawal, type RecordSource } from '../../../terms/records/record-source.ts'

/**
 * Returns a function that writes the Kantara consent receipt of a license, with the key of the service that signed its own receipt. The record of
 * a withdrawal is left out, because it is not a consent.
 */
export function createKantaraWriter({ keys }: JSONWebKeySet): (source: RecordSource) => JsonObject | undefined {
  return (source) => {
    if (isWithdrawal(source.license)) return undefined
    const kid = kidOf(source.license.receipt)
    const key = keys.find((candidate) => candidate.kid === kid)
    if (key === undefined) throw unknownKey()
    return toKantaraReceipt({ ...source, publicKey: JSON.stringify(key) })
  }
}

function kidOf(receipt: string): unknown {
  try {
    return JSON.parse(Buffer.from(receipt.split('.')[0] ?? '', 'base64url').toString('utf8')).kid
  } catch {
    return undefined
  }
}

function unknownKey(): LicetError<'invalid_receipt'> {
  return new LicetError(
    'invalid_receipt',
    '--keys does not have the key that signed the receipt of this license. No receipt was made. Use the key set that this service publishes.',
  )
}
