import { calculateJwkThumbprint } from 'jose'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import { utf8 } from '../../core/signature.ts'
import { TOKEN_ALGORITHM, TOKEN_TYPES } from '../../protocol/token.ts'
import { OPERATOR, SERVICE } from '../audit/audit-event.ts'
import type { AUDIT_HEAD_TYPE } from '../audit/audit-head.ts'
import type { AuditLog } from '../audit/audit-log.ts'
import { createBoundedMap } from '../bounded-map.ts'
import { toBase64Url } from '../crypto/base64.ts'
import type { Es256Signer, Es256Verifier, PublicJwk, ServiceCrypto } from '../crypto/service-crypto.ts'
import { deleteSigningKey, insertSigningKey, listSigningKeys, retireSigningKeys } from '../storage/signing-keys.ts'
import type { Storage } from '../storage/storage.ts'
import { encodeHeader, readCompact, signCompact } from './compact-jws.ts'

/** How long an unknown `kid` stays unknown before the database is read again. */
const UNKNOWN_KID_COOLDOWN_MS = 10_000
/**
 * Longest age of the keys in memory. After another process has removed a key, what this process signs with it is not valid.
 * Also the pause after a read that failed.
 */
const MAX_RING_AGE_MS = 1000

/** How long after its retirement a key cannot be removed: other processes can still sign with it, and store its receipts. */
const REMOVAL_DELAY_MS = 10_000

/** Maximum number of verified access tokens in memory: about 20 MB. */
const MAX_VERIFIED = 10_000

/** The `typ` header of a token or receipt. */
export type TokenType = (typeof TOKEN_TYPES)[keyof typeof TOKEN_TYPES]

/** A public key in the key set (RFC 7517). */
export interface PublishedKey extends PublicJwk {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: typeof TOKEN_ALGORITHM
}

/**
 * The keys of the service: the current one, which signs, and the former ones, which still verify. The keys in memory are at most one
 * second out of date.
 */
export interface KeyRing {
  sign(typ: TokenType | typeof AUDIT_HEAD_TYPE, claims: object): Promise<string>
  /** Returns the claims of a token that one of the keys signed, or `undefined`. Does not check times and audience. */
  verify(typ: TokenType, token: string): Promise<JsonObject | undefined>
  /** Returns the `client_id` of an access token that this process has verified before, which can be expired meanwhile. Costs little. */
  recallClient(token: string): string | undefined
  /** Returns the public keys that verify. */
  keySet(): Promise<{ readonly keys: readonly PublishedKey[] }>
  /** Returns the `kid` of the key that this process signs with. */
  signingKid(): Promise<string>
  /** Creates a key and signs with it from now on. The former keys still verify. Returns the `kid` of the new key. */
  rotate(): Promise<string>
  /**
   * Removes a former key from the key set.
   *
   * @throws {LicetError} `invalid_request` when the key is unknown, is the current one, or was the current one within the last
   *   ten seconds.
   */
  remove(kid: string): Promise<void>
}

interface Ring {
  readonly kid: string
  readonly sign: Es256Signer
  readonly verifiers: ReadonlyMap<string, Es256Verifier>
  readonly published: readonly PublishedKey[]
  /** When the read of the database started. */
  readonly readAt: number
}

/** Creates the key ring. At its first use it reads the database, and creates the first key when the database has none. */
export function createKeyRing(environment: {
  readonly storage: Storage
  readonly crypto: ServiceCrypto
  readonly now: () => number
  readonly monotonic: () => number
  readonly audit: Pick<AuditLog, 'record'>
}): KeyRing {
  const { storage, crypto, now, monotonic, audit } = environment
  let ring: Ring | undefined
  let loading: Promise<Ring> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let soughtAt = Number.NEGATIVE_INFINITY
  const verified = createBoundedMap<{ readonly kid: string; readonly payload: JsonObject }>(MAX_VERIFIED)

  const load = (): Promise<Ring> => {
    loading ??= readRing().then(
      (fresh) => {
        ring = fresh
        loading = undefined
        return fresh
      },
      (error: unknown) => {
        failedAt = monotonic()
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
    const time = monotonic()
    return time - ring.readAt <= MAX_RING_AGE_MS || time - failedAt < MAX_RING_AGE_MS ? ring : load()
  }

  /** Reads the database now. The result of a read that started earlier can be outdated. */
  const reload = async (): Promise<void> => {
    await loading?.catch(() => undefined)
    await load()
  }

  async function addKey(options: { readonly retireFormer: boolean }): Promise<string> {
    const key = await crypto.generateKey()
    const { kty, crv, x, y } = key
    const kid = await calculateJwkThumbprint({ kty, crv, x, y })
    await audit.record(
      async (sql) => {
        if (options.retireFormer) await retireSigningKeys(sql, now())
        return insertSigningKey(sql, { kid, publicKey: { kty, crv, x, y }, privateKey: key, now: now() })
      },
      (isStored) => {
        if (!isStored) return undefined
        const event = options.retireFormer
          ? ({ action: 'signing_key.rotated', actor: OPERATOR } as const)
          : ({ action: 'signing_key.created', actor: SERVICE } as const)
        return { ...event, target: kid }
      },
    )
    return kid
  }

  async function readRing(): Promise<Ring> {
    const readAt = monotonic()
    let keys = await listSigningKeys(storage)
    // Only at the first read. Later, a database without a key is being restored, and a new key would collide with the restored
    // one.
    if (ring === undefined && !keys.some((key) => key.privateKey !== undefined)) {
      await addKey({ retireFormer: false })
      keys = await listSigningKeys(storage)
    }
    const signing = keys.find((key) => key.privateKey !== undefined)
    if (signing?.privateKey === undefined) throw new TypeError('The database contains no current signing key.')
    const { kid } = signing
    const verifiers = await Promise.all(keys.map(async (key) => [key.kid, await crypto.importVerifier(key.publicKey)] as const))
    return {
      kid,
      sign: await crypto.importSigner(signing.privateKey),
      verifiers: new Map(verifiers),
      published: keys.map((key) => ({ ...key.publicKey, kid: key.kid, use: 'sig', alg: TOKEN_ALGORITHM })),
      readAt,
    }
  }

  /** The key of a token in memory. Not the token, which would be a secret in a memory dump. */
  const nameOf = (typ: TokenType, token: string): string => toBase64Url(crypto.sha256(utf8(`${typ} ${token}`)))

  /** Returns the verifier of a `kid`. For an unknown one, reads the database again, at most once per cool-down. */
  async function findVerifier(kid: string): Promise<Es256Verifier | undefined> {
    const found = (await current()).verifiers.get(kid)
    if (found !== undefined || monotonic() - soughtAt < UNKNOWN_KID_COOLDOWN_MS) return found
    const { verifiers, readAt } = await load()
    soughtAt = readAt
    return verifiers.get(kid)
  }

  return {
    async sign(typ, claims) {
      const { kid, sign } = await current()
      return signCompact(encodeHeader(typ, kid), claims, sign)
    },

    async verify(typ, token) {
      // A client sends its access token many times. Only the signature is remembered: a removed key ends its tokens as before.
      const name = nameOf(typ, token)
      const known = verified.get(name)
      if (known !== undefined && (await current()).verifiers.has(known.kid)) return known.payload
      const jws = readCompact(token)
      if (jws === undefined || jws.header.alg !== TOKEN_ALGORITHM || jws.header.typ !== typ) return undefined
      // RFC 7515 section 4.1.11: a token with an unknown extension is invalid, and this service knows none.
      if ('crit' in jws.header || 'b64' in jws.header || typeof jws.header.kid !== 'string') return undefined
      const verify = await findVerifier(jws.header.kid)
      if (verify === undefined || !(await verify(jws.signedBytes, jws.signature))) return undefined
      if (typ === TOKEN_TYPES.access) verified.set(name, { kid: jws.header.kid, payload: jws.payload })
      return jws.payload
    },

    recallClient(token) {
      const clientId = verified.get(nameOf(TOKEN_TYPES.access, token))?.payload.client_id
      return typeof clientId === 'string' ? clientId : undefined
    },

    async keySet() {
      const last = ring
      const found = await (last === undefined ? load() : Promise.resolve(current()).catch(() => last))
      return { keys: found.published }
    },

    async signingKid() {
      return (await current()).kid
    },

    async rotate() {
      const kid = await addKey({ retireFormer: true })
      await reload()
      return kid
    },

    async remove(kid) {
      const deleted = await audit.record(
        (sql) => deleteSigningKey(sql, kid, { now: now(), marginMs: REMOVAL_DELAY_MS }),
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
    'No former key has this kid: the kid is unknown, or the key is the current one or was within the last ten seconds. ' +
      'Nothing was removed. Rotate the keys first, wait ten seconds, then remove the former key.',
    { field: 'kid' },
  )
}
