import * as v from 'valibot'
import { MAX_ACCOUNT_NAME_CHARS, MAX_PTR_CHARS } from '../core/limits.ts'
import { API_KEY_SCOPES } from './token.ts'

/** A name in lists and logs. Control characters are refused, because they could steer a terminal. */
const Name = v.pipe(
  v.string(),
  v.regex(/^\P{Cc}*$/u, 'expected no control characters'),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_ACCOUNT_NAME_CHARS),
)

/** The HTTP statuses with which License Create may answer a new license. Some earlier clients take every other status than 200 for a failure. */
export const CREATE_STATUSES = [200, 201] as const

/** One of {@link CREATE_STATUSES}. */
export type CreateStatus = (typeof CREATE_STATUSES)[number]

/** Request of Create Provider. */
export const CreateProvider = v.strictObject({
  name: Name,
  createStatus: v.optional(v.picklist(CREATE_STATUSES)),
  requireIdentity: v.optional(v.boolean()),
})

/** Members of a JWK that describe the key, and that programs add when they export it. They are ignored. */
const ignoredOfJwk = {
  kid: v.optional(v.string()),
  alg: v.optional(v.string()),
  use: v.optional(v.string()),
  key_ops: v.optional(v.array(v.string())),
  ext: v.optional(v.boolean()),
}

/** Request of Create Identity Key: a public JWK (RFC 7517) of the curve P-256 or Ed25519. */
export const CreateIdentityKey = v.union([
  v.strictObject({ kty: v.literal('EC'), crv: v.literal('P-256'), x: v.string(), y: v.string(), ...ignoredOfJwk }),
  v.strictObject({ kty: v.literal('OKP'), crv: v.literal('Ed25519'), x: v.string(), ...ignoredOfJwk }),
])

const Count = v.pipe(v.number(), v.integer(), v.minValue(1))

/** Request of Create Webhook. A private address is never allowed over HTTP. */
export const CreateWebhook = v.strictObject({
  url: v.string(),
  remindEvery: v.optional(
    v.union([v.strictObject({ days: Count }), v.strictObject({ months: Count }), v.strictObject({ years: Count })]),
  ),
})

/** The longest time for which two secrets of a webhook sign, in hours. */
export const MAX_OVERLAP_HOURS = 9999

/** Request of Rotate Webhook Secret. */
export const RotateWebhookSecret = v.strictObject({
  overlapHours: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(MAX_OVERLAP_HOURS))),
})

/** Request of Create API Key. */
export const CreateApiKey = v.strictObject({ name: v.optional(Name), scope: v.optional(v.picklist(API_KEY_SCOPES)) })

/** Request of Register Address (wire decisions, section 2). */
export interface RegisterAddress {
  /** The id of the user in the host app, 1 to 256 characters. */
  readonly id: string
  /** The address of the device: SHA3-256 of its public key, as base64url. */
  readonly address: string
  /** The public key of the device: SPKI DER as base64. */
  readonly pubKey: string
  /** Signature with the device key over the UTF-8 bytes of `id + "." + address`, as base64. */
  readonly signature: string
  /** An identity token of the company's backend, which vouches for `id`. */
  readonly identity?: string | undefined
}

/** Schema of {@link RegisterAddress}. */
export const RegisterAddressBody: v.GenericSchema<unknown, RegisterAddress> = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
  address: v.string(),
  pubKey: v.string(),
  signature: v.string(),
  identity: v.optional(v.string()),
})
