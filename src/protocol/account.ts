import * as v from 'valibot'
import { MAX_ACCOUNT_NAME_CHARS, MAX_PTR_CHARS } from '../core/limits.ts'

/** A name in lists and logs. Control characters are refused, because they could steer a terminal. */
const Name = v.pipe(
  v.string(),
  v.regex(/^\P{Cc}*$/u, 'expected no control characters'),
  v.trim(),
  v.minLength(1),
  v.maxLength(MAX_ACCOUNT_NAME_CHARS),
)

/** Request of Create Provider. */
export const CreateProvider = v.strictObject({ name: Name })

/** Request of Create API Key. */
export const CreateApiKey = v.strictObject({ name: v.optional(Name) })

/** Request of Register Address (wire decisions, section 2): base64 SPKI DER, base64 signature over `id + "." + address`. */
export const RegisterAddress = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
  address: v.string(),
  pubKey: v.string(),
  signature: v.string(),
})
/** Request of Register Address. */
export type RegisterAddress = v.InferOutput<typeof RegisterAddress>
