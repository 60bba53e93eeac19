import { ADDRESS } from '../core/address.ts'
import { LICENSE_STATUSES } from '../core/license.ts'
import { REVOCATION_REQUESTERS } from '../core/revocation.ts'
import { isEpochSecond } from '../core/timestamp.ts'
import type { ApiKey, CreatedApiKey, Profile, Provider } from './records/accounts.ts'
import type { Address, Registered } from './records/devices.ts'
import type { PermitAnswer, VerifiedLicense } from './records/license-operations.ts'
import type { ReceiptClaims } from './records/receipt.ts'
import type { TokenResponse } from './records/tokens.ts'
import { API_KEY_SCOPES } from './scopes.ts'
import { type Guard, isFilled, isFlag, isNumber, isText, isTime, matching, oneOf, optional, type Shape, shaped } from './shape.ts'

/** An address, or the empty text that erasure leaves. */
export const isAddressOrErased: Guard<string> = (value): value is string => value === '' || isAddress(value)

/** SHA3-256 as base64url, for example an address. */
export const isAddress: Guard<string> = matching(ADDRESS)

/** Shape of a {@link TokenResponse}. */
export const tokenResponseShape: Shape<TokenResponse> = {
  access_token: isFilled,
  scope: isText,
  token_type: matching(/^bearer$/i),
  expires_in: isNumber,
  refresh_token: optional(isText),
}

/** Shape of a {@link Profile}. */
export const profileShape: Shape<Profile> = { userId: isText, email: isText, orgId: isText, created: isTime, modified: isTime }

/** Shape of a {@link Provider}. */
export const providerShape: Shape<Provider> = {
  providerId: isText,
  name: isText,
  orgId: isText,
  pubKey: isText,
  createStatus: optional((value) => value === 200 || value === 201),
  requireIdentity: optional(isFlag),
  created: isTime,
  modified: isTime,
}

/** Shape of an {@link ApiKey}. */
export const apiKeyShape: Shape<ApiKey> = {
  id: isText,
  name: isText,
  scope: oneOf(API_KEY_SCOPES),
  prefix: isText,
  created: isTime,
  revoked: optional(isTime),
}

/** Shape of a {@link CreatedApiKey}. */
export const createdApiKeyShape: Shape<CreatedApiKey> = { ...apiKeyShape, key: isText }

/** Shape of an {@link Address}. */
export const addressShape: Shape<Address> = {
  id: isText,
  address: isText,
  pubKey: isText,
  vouched: isFlag,
  created: isTime,
}

/** Shape of a {@link Registered}. */
export const registeredShape: Shape<Registered> = {
  ...addressShape,
  token: optional(shaped(tokenResponseShape)),
}

/** Shape of a {@link VerifiedLicense}. */
export const verifiedLicenseShape: Shape<VerifiedLicense> = { verified: isFlag, reason: isText }

/** Shape of a {@link PermitAnswer}. */
export const permitAnswerShape: Shape<PermitAnswer> = {
  permitted: isFlag,
  reason: isText,
  license: optional(shaped({ id: isText, expiry: optional(isTime) })),
  vouched: isFlag,
}

/** Shape of a page of licenses (interface, section 2.4). `next` is the cursor of the next page. */
export const licensePageShape: Shape<{ readonly licenses: readonly unknown[]; readonly next?: string }> = {
  licenses: (value): value is unknown[] => Array.isArray(value),
  next: optional(isText),
}

/** Shape of {@link ReceiptClaims}. */
export const receiptClaimsShape: Shape<ReceiptClaims> = {
  iss: isText,
  sub: isAddressOrErased,
  iat: isEpochSecond,
  lic: isText,
  prv: isText,
  sup: optional(isText),
  vch: optional(isFlag),
  req: optional(isAddress),
  terms: isAddress,
  status: oneOf(LICENSE_STATUSES),
  rby: optional(oneOf(REVOCATION_REQUESTERS)),
  chn: optional(isText),
}
