import { ADDRESS } from '../core/address.ts'
import { LICENSE_STATUSES, type LicenseStatus } from '../core/license.ts'
import { REVOCATION_REQUESTERS, type RevocationRequester } from '../core/revocation.ts'
import { isEpochSecond } from '../core/timestamp.ts'
import { type Guard, isFilled, isFlag, isNumber, isText, isTime, matching, oneOf, optional, type Shape, shaped } from './shape.ts'
import { API_KEY_SCOPES, type ApiKeyScope } from './token.ts'

/** An address, or the empty text that erasure leaves. */
export const isAddressOrErased: Guard<string> = (value): value is string => value === '' || isAddress(value)

/** SHA3-256 as base64url, for example an address. */
export const isAddress: Guard<string> = matching(ADDRESS)

/** Response of a token grant (interface, section 2.2). `expires_in` is in milliseconds. Prefer the `exp` of the token. */
export interface TokenResponse {
  readonly access_token: string
  readonly scope: string
  readonly token_type: string
  readonly expires_in: number
  readonly refresh_token?: string
}

/** Shape of a {@link TokenResponse}. */
export const tokenResponseShape: Shape<TokenResponse> = {
  access_token: isFilled,
  scope: isText,
  token_type: matching(/^bearer$/i),
  expires_in: isNumber,
  refresh_token: optional(isText),
}

/** The user of an API key: the response of Get Profile. */
export interface Profile {
  /** The account of the API key. It is never a person who agrees. */
  readonly userId: string
  /** The e-mail address of the account. */
  readonly email: string
  /** The organization of the account. The account may see its providers and licenses. */
  readonly orgId: string
  /** RFC 3339 in UTC. */
  readonly created: string
  /** RFC 3339 in UTC. */
  readonly modified: string
}

/** Shape of a {@link Profile}. */
export const profileShape: Shape<Profile> = { userId: isText, email: isText, orgId: isText, created: isTime, modified: isTime }

/** An application or business that takes licenses. `pubKey` is SPKI DER as base64, and is public. */
export interface Provider {
  /** `config.provider.id` of a client. */
  readonly providerId: string
  /** The name from its creation. */
  readonly name: string
  /** The organization of the provider. */
  readonly orgId: string
  /** `config.provider.publicKey` of a client. */
  readonly pubKey: string
  /** The HTTP status with which License Create answers a new license of this provider. Absent for 201. */
  readonly createStatus?: 200 | 201
  /** Whether a device can register only with an identity token, and agree only as the person of the token. Absent for `false`. */
  readonly requireIdentity?: boolean
  /** RFC 3339 in UTC. */
  readonly created: string
  /** RFC 3339 in UTC. */
  readonly modified: string
}

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

/** An API key in a list, without the secret. */
export interface ApiKey {
  /** The id of the key. */
  readonly id: string
  /** The name from its creation. */
  readonly name: string
  /** `trail` reads licenses and changes nothing. `account:admin` permits everything. */
  readonly scope: ApiKeyScope
  /** The first characters of the secret, to distinguish keys. */
  readonly prefix: string
  /** RFC 3339 in UTC. */
  readonly created: string
  /** When it was revoked: RFC 3339 in UTC. Absent while the key works. */
  readonly revoked?: string
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

/** Response of Create API Key, the only one with the secret. */
export interface CreatedApiKey extends ApiKey {
  /** The secret. The service returns it only once. */
  readonly key: string
}

/** Shape of a {@link CreatedApiKey}. */
export const createdApiKeyShape: Shape<CreatedApiKey> = { ...apiKeyShape, key: isText }

/** A registered device address. */
export interface Address {
  /** The id of the user in the host app. */
  readonly id: string
  /** The address of the device: SHA3-256 of its public key, as base64url. */
  readonly address: string
  /** The public key of the device: SPKI DER as base64. */
  readonly pubKey: string
  /** Whether the company's backend vouched for `id`. */
  readonly vouched: boolean
  /** RFC 3339 in UTC. */
  readonly created: string
}

/** A public key with which the service verifies the identity tokens of a provider. */
export interface IdentityKey {
  /** The id of the key: its thumbprint (RFC 7638). It is the `kid` of the tokens. */
  readonly kid: string
  /** The public key (RFC 7517). */
  readonly jwk: { readonly kty: string; readonly crv: string; readonly x: string; readonly y?: string }
  /** RFC 3339 in UTC. */
  readonly created: string
}

/** Response of Register Address. With `?grant=address`, a service that supports it adds the first token of the device. */
export interface Registered extends Address {
  readonly token?: TokenResponse
}

/** Shape of an {@link Address}. */
export const addressShape: Shape<Address> = {
  id: isText,
  address: isText,
  pubKey: isText,
  vouched: optional(isFlag),
  created: isTime,
}

/** Shape of a {@link Registered}. */
export const registeredShape: Shape<Registered> = {
  ...addressShape,
  token: optional(shaped(tokenResponseShape)),
}

/** Response of License Verify. */
export interface VerifiedLicense {
  /** Whether the use is permitted now. */
  readonly verified: boolean
  /** `licensed`, `no_active_license` or `not_covered`. */
  readonly reason: string
}

/** Shape of a {@link VerifiedLicense}. */
export const verifiedLicenseShape: Shape<VerifiedLicense> = { verified: isFlag, reason: isText }

/** Response of License Permit: whether a person or a device permits a use now. */
export interface PermitAnswer {
  /** Whether an active license covers the use. */
  readonly permitted: boolean
  /** `licensed`, `no_active_license`, `not_covered` or `unknown`. */
  readonly reason: string
  /** The license that permits the use, and its end. */
  readonly license?: { readonly id: string; readonly expiry?: string }
  /** Whether the company's backend vouched for the person of this license. Otherwise anybody can have agreed in the name of the person. */
  readonly vouched: boolean
}

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

/** Claims of a receipt (wire decisions, section 4). */
export interface ReceiptClaims {
  /** The `authUrl` of the service that signed it. */
  readonly iss: string
  /** The address of the device. Empty in the receipt of an erased license. */
  readonly sub: string
  /** When the service stored the license, in seconds since the epoch. */
  readonly iat: number
  /** The id of the license. */
  readonly lic: string
  /** The id of the provider. */
  readonly prv: string
  /** The id of the license that this one replaced. Absent when it replaced none. */
  readonly sup?: string
  /** Whether the company's backend vouched for the user id of the license. */
  readonly vch?: boolean
  /** SHA3-256 of the canonical request, as base64url. Absent in the receipt of an erased license whose request had no `x-salt`. */
  readonly req?: string
  /** SHA3-256 of the terms, as base64url. */
  readonly terms: string
  /** The status when the service stored the license. In the receipt of a revocation without the device it is `revoked`. */
  readonly status: LicenseStatus
  /** Who asked for the revocation. Only in the receipt of a revocation without the device, whose `iat` is the end of the license. */
  readonly rby?: RevocationRequester
  /** How the request for the revocation arrived. Only together with `rby`. */
  readonly chn?: string
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
