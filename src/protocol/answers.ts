import { ADDRESS } from '../core/address.ts'
import { LICENSE_STATUSES, type LicenseStatus } from '../core/license.ts'
import { type Guard, isFilled, isFlag, isNumber, isText, isTime, matching, oneOf, optional, type Shape, shaped } from './shape.ts'

/** Empty once a license is erased. */
export const isAddressOrErased: Guard<string> = (value): value is string => value === '' || isAddress(value)

/** SHA3-256 as base64url; an address is one too. */
export const isAddress: Guard<string> = matching(ADDRESS)

/** Answer of a token grant (interface, section 2.2). `expires_in` is in milliseconds: trust the token's own `exp` instead. */
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

/** The user that an API key belongs to: the answer of Get Profile. */
export interface Profile {
  /** The account that the API key belongs to; none of the people who agree. */
  readonly userId: string
  /** The address that the account was made with. */
  readonly email: string
  /** Its organization, whose providers and licenses it may see. */
  readonly orgId: string
  /** RFC 3339 in UTC. */
  readonly created: string
  /** RFC 3339 in UTC. */
  readonly modified: string
}

/** Shape of a {@link Profile}. */
export const profileShape: Shape<Profile> = { userId: isText, email: isText, orgId: isText, created: isTime, modified: isTime }

/** An application or business on whose behalf licenses are taken; `pubKey` is base64 SPKI DER, and no secret. */
export interface Provider {
  /** `config.provider.id` of a client. */
  readonly providerId: string
  /** The name that it was made with. */
  readonly name: string
  /** The organization that it belongs to. */
  readonly orgId: string
  /** `config.provider.publicKey` of a client. */
  readonly pubKey: string
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
  created: isTime,
  modified: isTime,
}

/** An API key as it is listed: without the key itself. */
export interface ApiKey {
  /** By which it is listed. */
  readonly id: string
  /** The name that it was made with. */
  readonly name: string
  /** The first letters of the key, to tell keys apart. */
  readonly prefix: string
  /** RFC 3339 in UTC. */
  readonly created: string
  /** When it was revoked, RFC 3339 in UTC; absent while it works. */
  readonly revoked?: string
}

/** Shape of an {@link ApiKey}. */
export const apiKeyShape: Shape<ApiKey> = { id: isText, name: isText, prefix: isText, created: isTime, revoked: optional(isTime) }

/** Answer of Create API Key: the only time the key itself is shown. */
export interface CreatedApiKey extends ApiKey {
  /** The secret itself, here and never again. */
  readonly key: string
}

/** Shape of a {@link CreatedApiKey}. */
export const createdApiKeyShape: Shape<CreatedApiKey> = { ...apiKeyShape, key: isText }

/** A registered device address. */
export interface Address {
  /** The app’s own id of the person. */
  readonly id: string
  /** The device: base64url of SHA3-256 over its public key. */
  readonly address: string
  /** The public key of the device, base64 of SPKI DER. */
  readonly pubKey: string
  /** RFC 3339 in UTC. */
  readonly created: string
}

/** Answer of Register Address; with `?grant=address` it holds the device's first token as well, from a service that can. */
export interface Registered extends Address {
  readonly token?: TokenResponse
}

/** Shape of an {@link Address}. */
export const addressShape: Shape<Address> = { id: isText, address: isText, pubKey: isText, created: isTime }

/** Shape of a {@link Registered}. */
export const registeredShape: Shape<Registered> = {
  ...addressShape,
  token: optional(shaped(tokenResponseShape)),
}

/** Answer of License Verify. */
export interface VerifiedLicense {
  /** The use is permitted now. */
  readonly verified: boolean
  /** `licensed`, `no_active_license` or `not_covered`. */
  readonly reason: string
}

/** Shape of a {@link VerifiedLicense}. */
export const verifiedLicenseShape: Shape<VerifiedLicense> = { verified: isFlag, reason: isText }

/** Claims of a receipt (wire decisions, section 4). `iat` is in seconds; `req` and `terms` are SHA3-256 as base64url. */
export interface ReceiptClaims {
  /** The service that signed it: its `authUrl`. */
  readonly iss: string
  /** Empty in the receipt of an erased license. */
  readonly sub: string
  /** When the service stored the license, in seconds. */
  readonly iat: number
  /** The id of the license. */
  readonly lic: string
  /** SHA3-256 of the request that the device signed. */
  readonly req: string
  /** SHA3-256 of the terms. */
  readonly terms: string
  /** The status at that moment. */
  readonly status: LicenseStatus
}

/** Shape of {@link ReceiptClaims}. */
export const receiptClaimsShape: Shape<ReceiptClaims> = {
  iss: isText,
  sub: isAddressOrErased,
  iat: (value): value is number => Number.isInteger(value),
  lic: isText,
  req: isAddress,
  terms: isAddress,
  status: oneOf(LICENSE_STATUSES),
}
