import * as v from 'valibot'
import { ADDRESS } from '../../core/address.ts'
import { MAX_PTR_CHARS } from '../../core/limits.ts'
import { described, flag, record, request, text, time, type Wire } from '../declare.ts'
import { TokenResponseRecord } from './tokens.ts'

const ADDRESS_OF_DEVICE = 'The address of the device: SHA3-256 of its public key, as base64url without padding.'
const PUBLIC_KEY = 'The public key of the device, RSA 2048 with e = 65537: SPKI DER as base64.'

/** Declares a {@link RegisterAddress}. */
export const RegisterAddressBody = request('A device to register.', {
  id: described(
    v.pipe(v.string(), v.minLength(1), v.maxLength(MAX_PTR_CHARS)),
    `The id of the user in the host app, 1 to ${MAX_PTR_CHARS} characters.`,
  ),
  // The service compares it with the address that it derives from the key.
  address: text(ADDRESS_OF_DEVICE, { pattern: ADDRESS.source }),
  pubKey: text(PUBLIC_KEY),
  signature: text('Signature with the device key over the UTF-8 bytes of `id + "." + address`, as base64.'),
  identity: v.optional(text('An identity token (JWT) of the company’s backend, which vouches for `id`.')),
})

/** Request of Register Address (wire decisions, section 2). */
export type RegisterAddress = Wire<typeof RegisterAddressBody>

const address = {
  id: text('The id of the user in the host app.', { minLength: 1, maxLength: MAX_PTR_CHARS }),
  address: text(ADDRESS_OF_DEVICE, { pattern: ADDRESS.source }),
  pubKey: text(PUBLIC_KEY),
  vouched: flag('Whether the company’s backend vouched for `id`.'),
  created: time('When it was registered.'),
}

/** Declares an {@link Address}. */
export const AddressRecord = record('A registered device.', address)

/** A registered device address. */
export type Address = Wire<typeof AddressRecord>

/** Declares a {@link Registered}. */
export const RegisteredRecord = record('A registered device, with its first token if the request had `grant=address`.', {
  ...address,
  token: v.exactOptional(TokenResponseRecord),
})

/** Response of Register Address. With `?grant=address`, a service that supports it adds the first token of the device. */
export type Registered = Wire<typeof RegisteredRecord>
