import type { LicenseStatus } from '../../core/license.ts'
import type { ReceiptClaims } from '../../protocol/records/receipt.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import type { ServiceContext } from '../service-context.ts'

/** Signs the receipt of a license. Anyone can verify it offline with the key set. */
export function issueReceipt(
  context: Pick<ServiceContext, 'keys' | 'authUrl'>,
  license: {
    readonly id: string
    readonly providerId: string
    /** The license that it replaced. */
    readonly supersedes: string | null
    /** Whether the company's backend vouched for its `ptr`. */
    readonly vouched: boolean
    readonly address: string
    /** Absent for an erased license whose request could be guessed from it. */
    readonly requestHash: string | undefined
    readonly termsHash: string
    readonly status: LicenseStatus
    readonly now: number
  },
): Promise<string> {
  const claims: ReceiptClaims = {
    iss: context.authUrl,
    sub: license.address,
    iat: Math.floor(license.now / 1000),
    lic: license.id,
    prv: license.providerId,
    ...(license.supersedes === null ? {} : { sup: license.supersedes }),
    vch: license.vouched,
    ...(license.requestHash === undefined ? {} : { req: license.requestHash }),
    terms: license.termsHash,
    status: license.status,
  }
  return context.keys.sign(TOKEN_TYPES.receipt, claims)
}
