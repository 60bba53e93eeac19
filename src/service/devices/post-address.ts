import { deriveAddress, toRegistrationText } from '../../core/address.ts'
import { LicetError } from '../../core/errors.ts'
import { DEFAULT_EXPIRES_SECONDS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import { RegisterAddress } from '../../protocol/account.ts'
import type { Registered } from '../../protocol/answers.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { CLIENT_SCOPES } from '../../protocol/token.ts'
import { toAddress } from '../accounts/account-records.ts'
import { authenticateProvider, unknownBearer } from '../auth/authenticate-bearer.ts'
import { readBase64 } from '../crypto/bytes.ts'
import { toDeviceKey } from '../crypto/device-key.ts'
import { equalBytes } from '../crypto/equal-bytes.ts'
import { parseBody } from '../http/parse-body.ts'
import { readQuery } from '../http/read-query.ts'
import { respondJson } from '../http/respond.ts'
import { readSignature } from '../licenses/verify-signature.ts'
import type { Route } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { insertAddress, type StoredAddress } from '../storage/addresses.ts'
import { listErasures } from '../storage/erasures.ts'
import { issueTokens } from '../tokens/grant-client-credentials.ts'
import { continueErasure } from './erase-devices.ts'

const ERASURE_STEP_MS = 1000

/**
 * Register Address (wire decisions, section 2): once; the same again is the same record, anything else under it a conflict.
 *
 * An extension: with `?grant=address` the answer holds an address token too, as a grant of it answers (interface, section 2.2).
 */
export const postAddress: Route = {
  method: 'POST',
  paths: [`${AUTH_PATHS.providers}/:providerId/user`],
  cors: true,
  async handle({ context, request, params: { providerId = '' }, url }) {
    await authenticateProvider(context, request, providerId)
    const { grant } = readQuery(url(), ['grant'])
    const { id: ptr, address, pubKey, signature } = await parseBody(request, RegisterAddress)
    const key = toDeviceKey(readKey(pubKey))
    if (deriveAddress(key.spki, context.crypto.sha3) !== address) throw invalidAddress()
    const text = utf8(toRegistrationText(ptr, address))
    if (!(await context.crypto.verifyRsa(key, 'SHA-256', text, readSignature(signature, notSigned)))) throw notSigned()

    const stored = await register(context, { providerId, address, ptr, spki: key.spki, now: context.now() })
    if (stored.ptr !== ptr || !equalBytes(stored.spki, key.spki)) throw addressTaken()
    const registered = toAddress(stored)
    if (grant !== 'address') return respondJson(registered)
    // The signature over id and address proves the key as the one over the address alone does.
    const client = {
      clientId: `address:${providerId}:${address}`,
      client: { type: 'address', providerId, address },
      registration: stored.registration,
    } as const
    const token = await issueTokens(context, client, CLIENT_SCOPES.address, DEFAULT_EXPIRES_SECONDS)
    return respondJson({ ...registered, token } satisfies Registered)
  },
}

/** A device whose erasure stopped on the way has it go on first, so that it is not locked out for as long as nobody asks again. */
async function register(context: ServiceContext, row: Parameters<typeof insertAddress>[1]): Promise<StoredAddress> {
  const { storage } = context
  const stored = await insertAddress(storage, row)
  if (stored !== undefined) return stored
  const [erasure] = await listErasures(storage, { ...row, ptr: null })
  if (erasure !== undefined && !(await continueErasure(context, erasure))) throw underErasure()
  const anew = await insertAddress(storage, row)
  if (anew === undefined) throw unknownBearer()
  return anew
}

function underErasure(): LicetError<'unavailable'> {
  return new LicetError('unavailable', 'The device is being erased. Nothing was registered. Try again in a moment.', {
    retryAfterMs: ERASURE_STEP_MS,
  })
}

function readKey(text: string): Uint8Array<ArrayBuffer> {
  const spki = readBase64(text)
  if (spki !== undefined) return spki
  throw new LicetError('invalid_key', 'The public key is not base64. It cannot be read. Send SPKI DER as standard base64.', {
    field: 'pubKey',
  })
}

function invalidAddress(): LicetError<'invalid_address'> {
  return new LicetError(
    'invalid_address',
    'The address is not that of the public key. Nothing was registered. Derive it as base64url of SHA3-256 of the SPKI.',
    {
      field: 'address',
    },
  )
}

function notSigned(): LicetError<'invalid_signature'> {
  return new LicetError(
    'invalid_signature',
    'The signature is not by this public key over the id, a full stop and the address. Nothing was registered. Sign these bytes in UTF-8 with the key of the device.',
    { field: 'signature' },
  )
}

function addressTaken(): LicetError<'address_taken'> {
  return new LicetError(
    'address_taken',
    'The address is registered under another id. A device belongs to one user of an app. Make a new key for this one.',
    {
      field: 'id',
    },
  )
}
