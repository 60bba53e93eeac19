import { endOf, fromIsoDuration } from '../../core/duration.ts'
import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import type { LicenseRequest } from '../../core/license.ts'
import { DURATION_MEMBER, SCOPE_MEMBER } from '../../core/license.ts'
import { utf8 } from '../../core/signature.ts'
import { DAY_MS } from '../../core/time-units.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { parseLicenseRequest } from '../../protocol/parse-license-request.ts'
import { invalidBearerToken } from '../auth/authenticate-bearer.ts'
import type { TokenDevice } from '../auth/ownership.ts'
import { readBase64 } from '../crypto/bytes.ts'
import { createId } from '../crypto/create-id.ts'
import type { ServiceCrypto } from '../crypto/service-crypto.ts'
import { toBase64, toBase64Url } from '../crypto/standard-base64.ts'
import { toDeviceKey } from '../crypto/verifying-key.ts'
import { erasedBefore } from '../devices/erased-error.ts'
import { parseRequestJson } from '../http/parse-body.ts'
import { identityRequired } from '../identity/identity-errors.ts'
import type { ServiceContext } from '../service-context.ts'
import { wasErased } from '../storage/erased-licenses.ts'
import { readLicenseBytes } from '../storage/license-bytes.ts'
import { findLicenseByRequest, type NewLicense, type StoredLicense } from '../storage/licenses.ts'
import { confirmDevice } from '../storage/restores.ts'
import { findSubmission, type Submission } from '../storage/store-license.ts'
import { issueReceipt } from './issue-receipt.ts'
import { statusAt } from './license-record.ts'
import { busyDevice, type SubmittedLicense, storeLicenseOnce } from './store-license-once.ts'
import { toStoredRequest } from './stored-request.ts'
import { sizeOfLicense, strangersOverQuota, WITHDRAWAL_BYTES } from './stranger-quota.ts'
import type { Expected } from './submission-memory.ts'
import { hashRequest, type VerifiedSignature, verifyRequestSignature } from './verify-signature.ts'

/** What a license request is identified and stored by. */
type Identity = TokenDevice & Pick<NewLicense, 'requestHash' | 'signatureHash' | 'termsHash' | 'ptr' | 'now'>

/** The result of a license request. */
export interface Submitted extends Pick<Submission, 'createStatus'> {
  readonly license: StoredLicense
  /** `ended`: the device stored the same request before, and its license was withdrawn or replaced, or has expired. */
  readonly outcome: 'created' | 'repeated' | 'ended'
}

/** A license request, and what it is compared with. */
interface Received {
  readonly request: LicenseRequest
  readonly identity: Identity
  /** Verifies the signature. @throws {LicetError} `invalid_signature` */
  readonly verify: (spki: Uint8Array) => Promise<VerifiedSignature>
  readonly peerAddress: string | undefined
}

/**
 * Checks a signed license request of a device, and stores it unless this device has stored it before.
 *
 * A request without uses revokes the active license of the device for the same `ptr`.
 *
 * @throws {LicetError} `invalid_json`, `invalid_license`, `invalid_signature`, `license_expired`, `nothing_to_revoke`, `too_many_licenses`,
 *   `erased`, `too_many_requests`, `identity_required`; `invalid_token` when the device was erased since the token was issued.
 */
export async function submitLicense(
  context: ServiceContext,
  { peerAddress, ...device }: TokenDevice & { readonly peerAddress: string | undefined },
  body: Uint8Array,
): Promise<Submitted> {
  const received = { ...receive(context, device, body), peerAddress }
  const { request, identity } = received
  const endFault = findEndFault(request, context.now())
  const expected = endFault === undefined ? context.submissions.expect(identity) : undefined
  if (expected !== undefined) {
    const stored = await store(context, received, expected, await received.verify(expected.spki))
    if (typeof stored === 'object') return stored
  }

  const found = await findSubmission(context.storage, identity)
  if (found === undefined) throw invalidBearerToken()
  const verified = await received.verify(found.spki)
  context.submissions.noteDevice(device, found)
  if (found.isStored) {
    const license = await findLicenseByRequest(context.storage, identity)
    // Without a license, it was erased in the meantime. Then creation finds that the device is no longer registered.
    if (license !== undefined) return toSubmitted(context, request, { license, created: false, createStatus: found.createStatus })
  }
  // The database refuses an erased request too, if nothing else does.
  const refuse = async (error: Error) =>
    (await wasErased(context.storage, device.providerId, identity.signatureHash)) ? erasedBefore() : error
  if (endFault !== undefined) throw await refuse(endFault)
  if (found.requireIdentity && !found.vouched && request.uses.length > 0) throw await refuse(identityRequired())
  const stored = await store(context, received, found, verified)
  if (stored === 'no_room') throw await refuse(strangersOverQuota(context.now()))
  if (stored === 'other_vouched') throw busyDevice()
  return stored
}

function receive(context: ServiceContext, device: TokenDevice, body: Uint8Array): Omit<Received, 'peerAddress'> {
  const { crypto } = context
  const members = parseRequestJson(body)
  const request = parseLicenseRequest(members)
  // In the order of the request, because one of the suites signs that order.
  const unverified = hashRequest(crypto, isJsonObject(members) ? members : {})
  const identity = {
    ...device,
    requestHash: toBase64Url(unverified.digest),
    signatureHash: hashSignature(crypto, request.signature),
    termsHash: toBase64Url(crypto.sha3(utf8(request.terms))),
    ptr: request.ptr,
    now: context.now(),
  }
  const verify = (spki: Uint8Array) => verifyRequestSignature(context, toDeviceKey(new Uint8Array(spki)), unverified, body)
  return { request, identity, verify }
}

/**
 * Stores a license that replaces the expected one.
 *
 * Returns `no_room` when the quota of strangers has none, and `other_vouched` when the expectation whether a backend vouches is wrong.
 */
async function store(
  context: ServiceContext,
  { request, identity, peerAddress }: Received,
  { vouched, hasTerms, supersedes, supersededCreated }: Expected,
  verified: VerifiedSignature,
): Promise<Submitted | 'no_room' | 'other_vouched'> {
  const { storage, quotas, strangers, submissions } = context
  const license = prepareLicense(context, { ...identity, vouched }, request, verified)
  const replacing = async (replaced: string | null, created: number | null): Promise<NewLicense> => {
    // The clock of the process that stored the replaced license can be ahead of this one (wire, amendment 23).
    const dated = { ...license, supersedes: replaced, now: Math.max(license.now, created ?? 0) }
    return { ...dated, receipt: await issueReceipt(context, dated) }
  }
  const candidate = await replacing(supersedes, supersededCreated)
  const newTerms = hasTerms ? '' : license.terms
  const bytes = sizeOfLicense(license.uses, [license.request, utf8(newTerms), license.signedBytes ?? '', candidate.receipt])
  const { providerId } = identity
  if (!vouched && !(await strangers.hasRoom(providerId, bytes, peerAddress))) {
    const isSmall = request.uses.length === 0 && (await isSmallWithdrawal(storage, { ...identity, supersedes, bytes }))
    if (!isSmall) return 'no_room'
  }
  const stored = await storeLicenseOnce(storage, candidate, { quotas, hasTerms, replacing })
  if (stored === 'other_vouched') return stored
  if (stored.created) {
    submissions.noteLicense({ ...identity, ...stored.license, now: stored.license.created, address: identity.address })
    reportChange(context, stored.license)
    if (!vouched) await strangers.add(providerId, bytes, peerAddress)
    if ((await context.restores.since()) !== undefined) await confirmDevice(storage, identity)
  }
  return toSubmitted(context, request, stored)
}

/**
 * Returns whether a withdrawal is at most {@link WITHDRAWAL_BYTES} larger than the license it withdraws.
 *
 * When the quota of strangers is used up, such a withdrawal is still stored, so that anyone can withdraw with the text of their license. A
 * larger one is refused: strangers could fill the disk with withdrawals that have new texts.
 */
async function isSmallWithdrawal(
  storage: ServiceContext['storage'],
  { supersedes, bytes, ...device }: TokenDevice & Pick<Expected, 'supersedes'> & { readonly bytes: number },
): Promise<boolean> {
  const ended = supersedes === null ? 0 : await readLicenseBytes(storage, device, supersedes)
  return bytes <= ended + WITHDRAWAL_BYTES
}

function toSubmitted(context: ServiceContext, request: LicenseRequest, stored: SubmittedLicense): Submitted {
  const { license, created, createStatus } = stored
  // A withdrawal may be sent again after a lost response.
  const isEnded = request.uses.length > 0 && statusAt(license, context.now()) !== 'active'
  return { license, outcome: created ? 'created' : isEnded ? 'ended' : 'repeated', createStatus }
}

/** Returns the hash that recognizes an erased license. A signature that is not base64 is refused later. */
function hashSignature({ sha256 }: ServiceCrypto, signature: string): Uint8Array<ArrayBuffer> {
  return sha256(utf8(toBase64(readBase64(signature) ?? new Uint8Array())))
}

function reportChange({ observer }: ServiceContext, { providerId, supersedes, status }: StoredLicense): void {
  const isRevocation = status === 'revoked'
  observer.license?.({ providerId, status: isRevocation ? 'revoked' : 'active' })
  if (!isRevocation && supersedes !== null) observer.license?.({ providerId, status: 'superseded' })
}

/** Returns a license to store, without its receipt. */
function prepareLicense(
  context: ServiceContext,
  identity: Identity & Pick<NewLicense, 'vouched'>,
  request: LicenseRequest,
  { suite, signature, written, received }: VerifiedSignature,
): Omit<NewLicense, 'receipt' | 'supersedes'> {
  return {
    ...identity,
    id: createId(identity.now, context.crypto.random),
    terms: request.terms,
    suite,
    ...toStoredRequest(written),
    signedBytes: received ?? null,
    uses: request.uses,
    signature,
    expiry: request.expiry === undefined ? null : (parseTimestamp(request.expiry) ?? null),
    status: request.uses.length === 0 ? 'revoked' : 'active',
    deviceOnly: request[SCOPE_MEMBER] === 'device',
  }
}

/** Returns the error of a license whose end is in the past, or later than its duration allows. */
function findEndFault(request: LicenseRequest, nowMs: number): LicetError | undefined {
  if (isExpired(request, nowMs)) {
    return new LicetError(
      'license_expired',
      'The expiry of the license is in the past. Nothing was stored. Sign a license with an expiry in the future.',
      { field: 'expiry' },
    )
  }
  if (!outlastsDuration(request, nowMs)) return undefined
  return new LicetError(
    'invalid_license',
    'The expiry of the license is later than its x-duration allows when it is agreed to today. Nothing was stored. Set the clock of the device, and sign the license again.',
    { field: 'expiry' },
  )
}

function isExpired(request: LicenseRequest, nowMs: number): boolean {
  if (request.expiry === undefined || request.uses.length === 0) return false
  return (parseTimestamp(request.expiry) ?? 0) <= nowMs
}

/** How far the clock of a device may be ahead when the end of its license is checked. */
const MAX_CLOCK_LEAD_MS = DAY_MS

// The terms name the duration, so a later end would permit more than what the person read. A decision that was delivered late ends sooner.
function outlastsDuration({ expiry, uses, [DURATION_MEMBER]: member }: LicenseRequest, nowMs: number): boolean {
  const duration = fromIsoDuration(member)
  if (duration === undefined || uses.length === 0) return false
  return expiry === undefined || (parseTimestamp(expiry) ?? 0) > Date.parse(endOf(duration, nowMs + MAX_CLOCK_LEAD_MS))
}
