import * as v from 'valibot'
import { ADDRESS } from '../../core/address.ts'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import { digest, epochSecond, flag, matching, oneOf, record, text, type Wire } from '../declare.ts'

/** Declares {@link ReceiptClaims}. */
export const ReceiptClaimsRecord = record('The claims of a receipt.', {
  iss: text('The `authUrl` of the service that signed it.'),
  sub: matching(new RegExp(`^$|${ADDRESS.source}`), 'The address of the device. Empty in the receipt of an erased license.'),
  iat: epochSecond('When the service stored the license.'),
  lic: text('The id of the license.'),
  prv: text('The id of the provider.'),
  sup: v.exactOptional(text('The id of the license that this one replaced. Absent when it replaced none.')),
  vch: v.exactOptional(flag('Whether the company’s backend vouched for the user id of the license.')),
  req: v.exactOptional(
    digest('The hash of the canonical request, absent in the receipt of an erased license whose request had no `x-salt`.'),
  ),
  terms: digest('The hash of the terms.'),
  status: oneOf(
    LICENSE_STATUSES,
    'The status when the service stored the license. In the receipt of a revocation without the device it is `revoked`.',
  ),
  rby: v.exactOptional(
    oneOf(
      REVOCATION_REQUESTERS,
      'Who asked for the revocation. Only in the receipt of a revocation without the device, whose `iat` is the end of the license.',
    ),
  ),
  chn: v.exactOptional(text('How the request for the revocation arrived. Only together with `rby`.')),
})

/** Claims of a receipt (wire decisions, section 4). */
export type ReceiptClaims = Wire<typeof ReceiptClaimsRecord>
