import * as v from 'valibot'

const Timestamp = v.pipe(v.string(), v.isoTimestamp())

/** Answer of Get Profile. */
export const Profile = v.object({
  userId: v.string(),
  email: v.string(),
  orgId: v.string(),
  created: Timestamp,
  modified: Timestamp,
})
/** The user that an API key belongs to. */
export type Profile = v.InferOutput<typeof Profile>

/** Request of Create Provider. */
export const CreateProvider = v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) })

/** Answer of Create and Get Provider; `pubKey` is base64 SPKI DER, and no secret. */
export const Provider = v.object({
  providerId: v.string(),
  name: v.string(),
  orgId: v.string(),
  pubKey: v.string(),
  created: Timestamp,
  modified: Timestamp,
})
/** An application or business on whose behalf licenses are taken. */
export type Provider = v.InferOutput<typeof Provider>

/** Request of Create API Key. */
export const CreateApiKey = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
})

/** An API key as it is listed: without the key itself. */
export const ApiKey = v.object({
  id: v.string(),
  name: v.string(),
  /** The first letters of the key, to tell keys apart. */
  prefix: v.string(),
  created: Timestamp,
  revoked: v.optional(Timestamp),
})
/** An API key as it is listed: without the key itself. */
export type ApiKey = v.InferOutput<typeof ApiKey>

/** Answer of Create API Key: the only time the key itself is shown. */
export const CreatedApiKey = v.object({ ...ApiKey.entries, key: v.string() })
/** Answer of Create API Key: the only time the key itself is shown. */
export type CreatedApiKey = v.InferOutput<typeof CreatedApiKey>

/** Request of Register Address (wire decisions, section 2): base64 SPKI DER, base64 signature over `id + "." + address`. */
export const RegisterAddress = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(256)),
  address: v.string(),
  pubKey: v.string(),
  signature: v.string(),
})
/** Request of Register Address. */
export type RegisterAddress = v.InferOutput<typeof RegisterAddress>

/** A registered device address. */
export const Address = v.object({
  id: v.string(),
  address: v.string(),
  pubKey: v.string(),
  created: Timestamp,
})
/** A registered device address. */
export type Address = v.InferOutput<typeof Address>
