import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { utf8 } from '../../core/signature.ts'
import { TOKEN_TYPES } from '../../protocol/token.ts'
import type { RecalledClient } from '../admission/read-caller.ts'
import { OPERATOR, SERVICE } from '../audit/audit-event.ts'
import type { AUDIT_HEAD_TYPE } from '../audit/audit-head.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import type { SEAL_TYPE } from '../backup/seal.ts'
import { createBoundedMap } from '../bounded-map.ts'
import type { ClockWatch } from '../clock-watch.ts'
import type { KeyProtection } from '../crypto/key-protection.ts'
import { requireSameProtection } from '../crypto/require-same-protection.ts'
import type { Es256Verifier, ServiceCrypto } from '../crypto/service-crypto.ts'
import { toBase64Url } from '../crypto/standard-base64.ts'
import { DEFAULT_ROTATION_DELAY_MS } from '../defaults.ts'
import type { RESTORE_TYPE } from '../log/restore-statement.ts'
import {
  deleteRetiredPrivateKeys,
  deleteSigningKey,
  findSigningKey,
  insertFirstSigningKey,
  isSigningKeyOld,
  listSigningKeys,
  replaceOldSigningKey,
  replaceSigningKey,
} from '../storage/signing-keys.ts'
import type { Storage } from '../storage/storage.ts'
import { encodeHeader, signCompact, verifyCompact } from './compact-jws.ts'
import { createSigningKey, hasRetiredPrivateKey, importRing, type PublishedKey, type Ring, type Signer } from './import-ring.ts'
import { checkRotationDelay, REMOVAL_DELAY_MS } from './key-times.ts'

/** How long an unknown `kid` stays unknown before the database is read again. */
const UNKNOWN_KID_COOLDOWN_MS = 10_000
/**
 * Longest age of the keys in memory. After another process has removed a key, what this process signs with it is not valid.
 * Also the pause after a read that failed.
 */
const MAX_RING_AGE_MS = 1000

/** Maximum number of verified access tokens in memory: about 20 MB. */
const MAX_VERIFIED = 10_000

/** The `typ` header of a token or receipt. */
export type TokenType = (typeof TOKEN_TYPES)[keyof typeof TOKEN_TYPES]

/**
 * The keys of the service: the current key, which signs, the next key, and earlier keys, which still verify. The keys in memory are
 * at most one second out of date.
 */
export interface KeyRing {
  /** @throws {LicetError} `unavailable` while the clock of this process differs from the clock of the database by more than a minute. */
  sign(typ: TokenType | typeof AUDIT_HEAD_TYPE | typeof SEAL_TYPE | typeof RESTORE_TYPE, claims: object): Promise<string>
  /** Returns the claims of a token that one of the keys signed, or `undefined`. Does not check times and audience. */
  verify(typ: TokenType, token: string): Promise<JsonObject | undefined>
  /** Returns the client of an access token that this process has verified before, which can be expired meanwhile. Costs little. */
  recallClient(token: string): RecalledClient | undefined
  /** Returns the public keys that verify. */
  keySet(): Promise<{ readonly keys: readonly PublishedKey[] }>
  /** Returns the `kid` of the key that this process signs with. */
  signingKid(): Promise<string>
  /**
   * Creates and publishes a key that starts to sign after `delayMs`, in every process at the same time. Earlier keys still verify.
   *
   * @throws {LicetError} `invalid_request` when `delayMs` is neither 0 nor long enough for every process to publish the key; `unavailable` when
   *   it is not 0 and this process cannot decrypt the current key.
   */
  rotate(delayMs: number): Promise<RotatedKey>
  /** Rotates the key when it was created more than `maxAgeMs` ago. Several processes can call it: one of them rotates. */
  rotateOld(maxAgeMs: number): Promise<void>
  /**
   * Removes an earlier key from the key set.
   *
   * @throws {LicetError} `invalid_request` when the key is unknown, signs, will sign, or signed within the last ten seconds.
   */
  remove(kid: string): Promise<void>
}

/** A new signing key. */
export interface RotatedKey {
  readonly kid: string
  /** When it starts to sign, in milliseconds since the epoch. Until then the previous key signs. */
  readonly signsFrom: number
}

/** Creates the key ring. At its first use it reads the database, and creates the first key when the database has none. */
export function createKeyRing(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly monotonic: () => number
  readonly clock: ClockWatch
  readonly audit: Pick<AuditLog, 'record'>
  readonly protection: KeyProtection
}): KeyRing {
  const { storage, crypto, monotonic, clock, audit, protection } = environment
  let ring: Ring | undefined
  let loading: Promise<Ring> | undefined
  let failure: { readonly at: number; readonly error: unknown } | undefined
  let soughtAt = Number.NEGATIVE_INFINITY
  const verified = createBoundedMap<{ readonly kid: string; readonly payload: JsonObject }>(MAX_VERIFIED)

  const load = (): Promise<Ring> => {
    loading ??= readRing().then(
      (fresh) => {
        ring = fresh
        failure = undefined
        loading = undefined
        return fresh
      },
      (error: unknown) => {
        failure = { at: monotonic(), error }
        loading = undefined
        throw error
      },
    )
    return loading
  }

  /**
   * Returns the ring, and reads it again when it is old. After a failed read, returns the last one until the next read.
   *
   * Rejects when this read fails: the request needs the database too, and would wait for a second timeout.
   */
  const current = (): Ring | Promise<Ring> => {
    if (ring === undefined) return load()
    return isFresh(ring) || (failure !== undefined && monotonic() - failure.at < MAX_RING_AGE_MS) ? ring : load()
  }

  const isFresh = ({ readAt }: Ring): boolean => monotonic() - readAt <= MAX_RING_AGE_MS

  /** Reads the database now. The result of a read that started earlier can be outdated. */
  const reload = async (): Promise<void> => {
    await loading?.catch(() => undefined)
    await load()
  }

  async function readRing(): Promise<Ring> {
    const readAt = monotonic()
    let stored = await listSigningKeys(storage)
    // Only at the first read. Later, a database without a key is being restored, and a new key would collide with the restored
    // one.
    if (ring === undefined && !stored.keys.some((key) => key.privateKey !== undefined)) {
      const key = await createSigningKey(environment)
      await audit.record(
        (sql) => insertFirstSigningKey(sql, key),
        (isStored) => (isStored ? { action: 'signing_key.created', actor: SERVICE, target: key.kid } : undefined),
      )
      stored = await listSigningKeys(storage)
    }
    const readEnd = monotonic()
    const fresh = await importRing(stored, { crypto, protection, readAt, readEnd })
    if (findSigningKey(fresh.signers, monotonic()) === undefined)
      throw new TypeError('The database contains no current signing key.')
    clock.compare(stored.now, readAt, readEnd)
    // Fails in a database that is read-only. The next read tries again.
    if (hasRetiredPrivateKey(stored)) await deleteRetiredPrivateKeys(storage).catch(() => undefined)
    return fresh
  }

  /** Returns the key that signs now. */
  const findSigner = ({ signers }: Ring): Signer => {
    const signer = findSigningKey(signers, monotonic())
    if (signer === undefined) throw new TypeError('No key in memory signs.')
    return signer
  }

  /** The key of a token in memory. Not the token, which would be a secret in a memory dump. */
  const nameOf = (typ: TokenType, token: string): string => toBase64Url(crypto.sha256(utf8(`${typ} ${token}`)))

  /**
   * Returns the verifier of a `kid`. For an unknown one, reads the database again, at most once per cool-down: a key that replaces a leaked
   * one signs immediately. Every other key is published before it signs, so fresh keys in memory include it.
   */
  async function findVerifier(kid: string): Promise<Es256Verifier | undefined> {
    const known = await current()
    const found = known.verifiers.get(kid)
    if (found !== undefined) return found
    // The database is unavailable. A token of a key that is newer than the last read is not invalid.
    if (failure !== undefined && !isFresh(known)) throw failure.error
    if (monotonic() - soughtAt < UNKNOWN_KID_COOLDOWN_MS) return undefined
    const { verifiers, readAt } = await load()
    soughtAt = readAt
    return verifiers.get(kid)
  }

  return {
    async sign(typ, claims) {
      const { kid, sign } = findSigner(await current())
      clock.assertUsable()
      return signCompact(encodeHeader(typ, kid), claims, sign)
    },

    async verify(typ, token) {
      // A client sends its access token many times. Only the signature is remembered: a removed key ends its tokens as before.
      const name = nameOf(typ, token)
      const known = verified.get(name)
      if (known !== undefined && (await current()).verifiers.has(known.kid)) return known.payload
      const jws = await verifyCompact(token, typ, findVerifier)
      if (jws === undefined) return undefined
      if (typ === TOKEN_TYPES.access) verified.set(name, { kid: String(jws.header.kid), payload: jws.payload })
      return jws.payload
    },

    recallClient(token) {
      const { client_id: clientId, vch } = verified.get(nameOf(TOKEN_TYPES.access, token))?.payload ?? {}
      return typeof clientId === 'string' ? { clientId, isVouched: vch === true } : undefined
    },

    async keySet() {
      const last = ring
      const found = await (last === undefined ? load() : Promise.resolve(current()).catch(() => last))
      return { keys: found.published }
    },

    async signingKid() {
      return findSigner(await current()).kid
    },

    async rotate(delayMs) {
      checkRotationDelay(delayMs)
      // A key that signs immediately also replaces keys that nobody can decrypt any longer.
      if (delayMs > 0) await requireSameProtection(environment)
      const key = await createSigningKey(environment)
      const signsFrom = await audit.record(
        (sql) => replaceSigningKey(sql, key, delayMs),
        () => ({ action: 'signing_key.rotated', actor: OPERATOR, target: key.kid }),
      )
      await reload()
      return { kid: key.kid, signsFrom }
    },

    async rotateOld(maxAgeMs) {
      if (!(await isSigningKeyOld(storage, maxAgeMs))) return
      await requireSameProtection(environment)
      const key = await createSigningKey(environment)
      const signsFrom = await audit.record(
        (sql) => replaceOldSigningKey(sql, key, { delayMs: DEFAULT_ROTATION_DELAY_MS, maxAgeMs }),
        (stored) => (stored === undefined ? undefined : { action: 'signing_key.rotated', actor: SERVICE, target: key.kid }),
      )
      if (signsFrom !== undefined) await reload()
    },

    async remove(kid) {
      const deleted = await audit.record(
        (sql) => deleteSigningKey(sql, kid, REMOVAL_DELAY_MS),
        (isDeleted) => (isDeleted ? { action: 'signing_key.removed', actor: OPERATOR, target: kid } : undefined),
      )
      await reload()
      if (!deleted) throw notRemovable()
    },
  }
}

function notRemovable(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'No earlier key has this kid: the kid is unknown, or the key signs, will sign or signed within the last ten seconds. ' +
      'Nothing was removed. Rotate the keys first, and remove the old key ten seconds after it signed last.',
    { field: 'kid' },
  )
}
