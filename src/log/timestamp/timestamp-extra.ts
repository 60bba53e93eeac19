import { toBase64 } from '../../core/base64.ts'
import { isJsonObject, type JsonValue } from '../../core/json.ts'
import { fromUtf8, utf8 } from '../../core/signature.ts'
import { type Bytes, readBase64 } from '../bytes.ts'
import { invalidProof } from '../invalid-proof.ts'
import { HASH_BYTES } from '../merkle.ts'
import { MAX_PROOF_HASHES } from '../merkle-proof.ts'

/**
 * A time stamp in the `extra` line of a proof.
 *
 * The authority stamped SHA-256 over the signed checkpoint of `size` entries, byte for byte. Nobody can rebuild the signatures of a checkpoint,
 * so the time counts only for a proof that contains this same checkpoint.
 */
export interface TimestampExtra {
  /** `TimeStampToken` of RFC 3161, DER. */
  readonly token: Bytes
  /** Number of entries of the stamped checkpoint. */
  readonly size: number
  /** Proof of consistency with the checkpoint of the proof: hashes of 32 bytes. Empty, because it is the same checkpoint. */
  readonly consistency: readonly Bytes[]
}

/** Writes a time stamp as the bytes of an `extra` line: JSON in UTF-8. */
export function writeTimestampExtra({ token, size, consistency }: TimestampExtra): Bytes {
  return utf8(JSON.stringify({ ts: toBase64(token), size, consistency: consistency.map(toBase64) }))
}

/**
 * Reads a time stamp from the bytes of an `extra` line. The token is not read.
 *
 * @throws {LicetError} `invalid_proof` when they have another form.
 */
export function parseTimestampExtra(extra: Bytes): TimestampExtra {
  const value = parseJsonOf(extra)
  const { ts, size, consistency } = isJsonObject(value) ? value : {}
  const token = readBytes(ts)
  const hashes = Array.isArray(consistency) ? consistency.map(readBytes) : undefined
  const isHash = (hash: Bytes | undefined): hash is Bytes => hash?.length === HASH_BYTES
  const isComplete = token !== undefined && typeof size === 'number' && Number.isSafeInteger(size) && size >= 0
  if (!isComplete || hashes === undefined || hashes.length > MAX_PROOF_HASHES || !hashes.every(isHash))
    throw invalidProof('The time stamp in the proof of the log has an unknown form')
  return { token, size, consistency: hashes }
}

function readBytes(value: JsonValue | undefined): Bytes | undefined {
  return typeof value === 'string' ? readBase64(value) : undefined
}

function parseJsonOf(bytes: Bytes): JsonValue {
  try {
    // Nobody signed this JSON, and each of its parts is verified. So the strict parser, 1.3 kB of a page, is not needed.
    return JSON.parse(fromUtf8(bytes))
  } catch (cause) {
    throw invalidProof('The time stamp in the proof of the log is not JSON', cause)
  }
}
