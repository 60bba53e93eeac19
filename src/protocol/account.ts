import * as v from 'valibot'
import { MAX_PTR_CHARS } from '../core/license.ts'

/** Request of Create Provider. */
export const CreateProvider = v.strictObject({ name: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200)) })

/** Request of Create API Key. */
export const CreateApiKey = v.strictObject({
  name: v.optional(v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))),
})

/** Request of Register Address (wire decisions, section 2): base64 SPKI DER, base64 signature over `id + "." + address`. */
export const RegisterAddress = v.strictObject({
  id: v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
  address: v.string(),
  pubKey: v.string(),
  signature: v.string(),
})
/** Request of Register Address. */
export type RegisterAddress = v.InferOutput<typeof RegisterAddress>
