import { deriveAddress, toRegistrationText } from '../../core/address.ts'
import { LicetError } from '../../core/errors.ts'
import { DEFAULT_EXPIRES_SECONDS } from '../../core/limits.ts'
import { utf8 } from '../../core/signature.ts'
import type { Registered } from '../../protocol/records/devices.ts'
import { RegisterAddressBody } from '../../protocol/records/devices.ts'
import { CLIENT_SCOPES } from '../../protocol/scopes.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import { authenticateProvider } from '../auth/ownership.ts'
import { equalBytes, readBase64 } from '../crypto/bytes.ts'
import { fromBase64Url } from '../crypto/standard-base64.ts'
import { toDeviceKey } from '../crypto/verifying-key.ts'
import { parseBody } from '../http/parse-body.ts'
import { readQuery } from '../http/read-query.ts'
import { NoFailure } from '../http/report-overload.ts'
import { respondJson } from '../http/respond-json.ts'
import { identityRequired } from '../identity/identity-errors.ts'
import { verifyIdentity } from '../identity/verify-identity.ts'
import { sizeOfDevice, strangersOverQuota } from '../licenses/stranger-quota.ts'
import { readSignature } from '../licenses/verify-signature.ts'
import type { RouteCall } from '../routing/route.ts'
import type { ServiceContext } from '../service-context.ts'
import { findAddress, insertAddress, type StoredAddress } from '../storage/addresses.ts'
import { wasErased } from '../storage/erased-licenses.ts'
import { listErasures } from '../storage/erasures.ts'
import { findProvider } from '../storage/providers.ts'
import { issueTokens } from '../tokens/issue-tokens.ts'
import { toAddress } from './address-record.ts'
import { continueErasure } from './erase-devices.ts'
import { erasedBefore } from './erased-error.ts'
import { tooManyRegistrations } from './registration-quota.ts'

const ERASURE_RETRY_AFTER_MS = 1000

/**
 * Register Address: registers a device once. The same request again returns the same record, a different `id` or key is a
 * conflict. With an identity token of the provider's backend, the device is vouched for, even if it is already registered.
 *
 * Extensions: with `?grant=address` the response also contains the device's first token. With `?repeats=`, the hash of a signature, it is
 * the registration of a device that the service no longer knows, which sends that decision again: if the decision was erased, it is
 * refused.
 */
export async function postAddress(call: RouteCall): Promise<Response> {
  const { context, request, params, url, peerAddress } = call
  const { providerId = '' } = params
  await authenticateProvider(context, request, providerId)
  const { grant, repeats } = readQuery(url(), ['grant', 'repeats'])
  const { id: ptr, address, pubKey, signature, identity } = await parseBody(call, RegisterAddressBody)
  const key = toDeviceKey(readKey(pubKey))
  if (deriveAddress(key.spki, context.crypto.sha3) !== address) throw invalidAddress()
  const text = utf8(toRegistrationText(ptr, address))
  if (!(await context.crypto.verifyRsa(key, 'SHA-256', text, readSignature(signature, invalidSignature)))) throw invalidSignature()

  if (repeats !== undefined && (await wasErased(context.storage, providerId, fromBase64Url(repeats)))) throw erasedBefore()
  if (identity !== undefined) await verifyIdentity(context, identity, { providerId, ptr, address })
  const vouched = identity !== undefined
  const row = { providerId, address, ptr, spki: key.spki, vouched, now: context.now() }
  const stored = await registerWithinQuota(context, row, peerAddress)
  if (stored.ptr !== ptr || !equalBytes(stored.spki, key.spki)) throw addressTaken()
  const registered = toAddress(stored)
  if (grant !== 'address') return respondJson(registered)
  // The signature over id and address proves possession of the key, like the signature over the address in a token request.
  const client = {
    clientId: `address:${providerId}:${address}`,
    client: { type: 'address', providerId, address },
    registration: stored.registration,
    vouched: stored.vouched,
  } as const
  const token = await issueTokens(context, client, CLIENT_SCOPES.address, DEFAULT_EXPIRES_SECONDS)
  return respondJson({ ...registered, token } satisfies Registered)
}

/**
 * Stores the registration of an unvouched device only while its network is within the quota. A device that is registered is not counted.
 */
async function registerWithinQuota(
  context: ServiceContext,
  row: Parameters<typeof insertAddress>[1],
  peerAddress: string | undefined,
): Promise<StoredAddress> {
  if (row.vouched) return register(context, row)
  const { registrations, strangers, storage } = context
  const { providerId, ptr } = row
  const retryAfterMs = registrations.take(peerAddress)
  let isNew = false
  try {
    if (retryAfterMs > 0 || !(await strangers.hasRoom(providerId, sizeOfDevice(ptr), peerAddress))) {
      const known = await findAddress(storage, providerId, row.address)
      if (known === undefined) throw retryAfterMs > 0 ? tooManyRegistrations(retryAfterMs) : strangersOverQuota(context.now())
      return known
    }
    const stored = await register(context, row)
    isNew = stored.created === row.now
    if (isNew) await strangers.add(providerId, sizeOfDevice(ptr), peerAddress)
    return stored
  } finally {
    if (!isNew && retryAfterMs === 0) registrations.giveBack(peerAddress)
  }
}

/** Stores the registration. Continues an erasure of the device that was interrupted, so that the device can register again. */
async function register(context: ServiceContext, row: Parameters<typeof insertAddress>[1]): Promise<StoredAddress> {
  const { storage } = context
  const stored = await insertAddress(storage, row)
  if (stored !== undefined) return stored
  if (!row.vouched && (await findProvider(storage, row.providerId))?.requireIdentity) throw identityRequired()
  const [erasure] = await listErasures(storage, { ...row, ptr: null })
  if (erasure !== undefined && !(await continueErasure(context, erasure))) throw beingErased()
  const storedAgain = await insertAddress(storage, row)
  if (storedAgain === undefined) throw invalidBearerToken()
  return storedAgain
}

function beingErased(): LicetError<'unavailable'> {
  return new LicetError('unavailable', 'The device is being erased. Nothing was registered. Try again in a moment.', {
    retryAfterMs: ERASURE_RETRY_AFTER_MS,
    cause: new NoFailure(),
  })
}

function readKey(text: string): Uint8Array<ArrayBuffer> {
  const spki = readBase64(text)
  if (spki !== undefined) return spki
  throw new LicetError(
    'invalid_key',
    'The public key is not base64. Nothing was registered. Send it as SPKI DER in standard base64.',
    {
      field: 'pubKey',
    },
  )
}

function invalidAddress(): LicetError<'invalid_address'> {
  return new LicetError(
    'invalid_address',
    'The address does not match the public key. Nothing was registered. The address is base64url of SHA3-256 of the SPKI DER.',
    {
      field: 'address',
    },
  )
}

function invalidSignature(): LicetError<'invalid_signature'> {
  return new LicetError(
    'invalid_signature',
    'The signature is not valid for this public key. Nothing was registered. Sign the UTF-8 bytes of the id, a full stop and the address with the key of the device.',
    { field: 'signature' },
  )
}

function addressTaken(): LicetError<'address_taken'> {
  return new LicetError(
    'address_taken',
    'The address is registered under another id. Nothing was registered, because a device belongs to one user of an app. Create a new key for this user.',
    {
      field: 'id',
    },
  )
}
