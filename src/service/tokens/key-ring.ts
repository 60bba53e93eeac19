import { calculateJwkThumbprint } from 'jose'
import { LicetError } from '../../core/errors.ts'
import type { JsonObject } from '../../core/json.ts'
import type { TOKEN_TYPES } from '../../protocol/token.ts'
import { TOKEN_ALGORITHM } from '../../protocol/token.ts'
import type { Es256Signer, Es256Verifier, PublicJwk } from '../crypto/service-crypto.ts'
import type { ServiceContext } from '../service-context.ts'
import { deleteSigningKey, insertSigningKey, listSigningKeys, retireSigningKeys } from '../storage/signing-keys.ts'
import { encodeHeader, readCompact, signCompact } from './compact-jws.ts'

/** How long an unknown `kid` is taken for unknown before the database is asked again. */
const UNKNOWN_KID_COOLDOWN_MS = 10_000
/** How old the ring may be: what a key signs that another process removed verifies nowhere. It is the pause after a reading that failed, too. */
const RING_AGE_MS = 1000

/** How long after its retirement a key stays: the age of another process's ring, and a request that it signed for and that still waits to be stored. */
const RETIRED_FOR_MS = 10_000

/** The `typ` of what the ring signs. */
export type TokenType = (typeof TOKEN_TYPES)[keyof typeof TOKEN_TYPES]

/** A key as the key set publishes it (RFC 7517). */
export interface PublishedKey extends PublicJwk {
  readonly kid: string
  readonly use: 'sig'
  readonly alg: typeof TOKEN_ALGORITHM
}

/** The keys of the service, as the database had them a second ago at most: one that signs, and all that still verify. */
export interface KeyRing {
  sign(typ: TokenType, claims: object): Promise<string>
  /** The claims of a token of this type that one of the keys signed, or `undefined`. Times and audience are not looked at. */
  verify(typ: TokenType, token: string): Promise<JsonObject | undefined>
  /** What verifies: another process may sign with a key of its own already. */
  keySet(): Promise<{ readonly keys: readonly PublishedKey[] }>
  /** The `kid` of the key that this process signs with. */
  signingKid(): Promise<string>
  /** Begins to sign with a new key. The former ones go on verifying. Returns the new key's `kid`. */
  rotate(): Promise<string>
  /**
   * Takes a former key out of the key set.
   *
   * @throws {LicetError} `invalid_request` for the one that signs, for ten seconds after it did, and for an unknown one.
   */
  remove(kid: string): Promise<void>
}

interface Ring {
  readonly kid: string
  readonly sign: Es256Signer
  readonly verifiers: ReadonlyMap<string, Es256Verifier>
  readonly published: readonly PublishedKey[]
  /** When its reading began. */
  readonly readAt: number
}

/** Makes the key ring. It reads the database at its first use, and makes the first key when there is none. */
export function createKeyRing(context: Pick<ServiceContext, 'storage' | 'crypto' | 'now' | 'monotonic'>): KeyRing {
  const { storage, crypto, now, monotonic } = context
  let ring: Ring | undefined
  let loading: Promise<Ring> | undefined
  let failedAt = Number.NEGATIVE_INFINITY
  let soughtAt = Number.NEGATIVE_INFINITY

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

  /** The ring, read anew where it is old; while the database is away, the last good one. */
  const current = (): Ring | Promise<Ring> => {
    if (ring === undefined) return load()
    const last = ring
    const time = monotonic()
    if (time - last.readAt <= RING_AGE_MS || time - failedAt < RING_AGE_MS) return last
    return load().catch(() => last)
  }

  /** What the database holds now, not what a reading that had begun before found. */
  const reload = async (): Promise<void> => {
    await loading?.catch(() => undefined)
    await load()
  }

  async function addKey(options: { readonly retireFormer: boolean }): Promise<string> {
    const key = await crypto.generateKey()
    const { kty, crv, x, y } = key
    const kid = await calculateJwkThumbprint({ kty, crv, x, y })
    await storage.transaction(async (sql) => {
      if (options.retireFormer) await retireSigningKeys(sql, now())
      await insertSigningKey(sql, { kid, publicKey: { kty, crv, x, y }, privateKey: key, now: now() })
    })
    return kid
  }

  async function readRing(): Promise<Ring> {
    const readAt = monotonic()
    let keys = await listSigningKeys(storage)
    // Only at the first reading: later on a database without a key is one that is being restored, where a new key would be in the way.
    if (ring === undefined && !keys.some((key) => key.privateKey !== undefined)) {
      await addKey({ retireFormer: false })
      keys = await listSigningKeys(storage)
    }
    const signing = keys.find((key) => key.privateKey !== undefined)
    if (signing?.privateKey === undefined) throw new TypeError('The database holds no key that signs.')
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

  /** The key of a `kid`; an unknown one makes the ring read again, at most once per cool-down. */
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
      const jws = readCompact(token)
      if (jws === undefined || jws.header.alg !== TOKEN_ALGORITHM || jws.header.typ !== typ) return undefined
      // RFC 7515 section 4.1.11: an extension that is not understood makes the token invalid, and we understand none.
      if ('crit' in jws.header || 'b64' in jws.header || typeof jws.header.kid !== 'string') return undefined
      const verify = await findVerifier(jws.header.kid)
      return verify !== undefined && (await verify(jws.signedBytes, jws.signature)) ? jws.payload : undefined
    },

    async keySet() {
      return { keys: (await current()).published }
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
      const deleted = await deleteSigningKey(storage, kid, { now: now(), marginMs: RETIRED_FOR_MS })
      await reload()
      if (!deleted) throw noFormerKey()
    },
  }
}

function noFormerKey(): LicetError<'invalid_request'> {
  return new LicetError(
    'invalid_request',
    'The kid is that of no former key: it is unknown, the one that signs now, or was that until ten seconds ago, so that receipts of it are still under way. ' +
      'Nothing was removed. Rotate first, wait ten seconds, then remove the former one.',
    { field: 'kid' },
  )
}
