import { canonicalize } from '../../core/canonical-json.ts'
import { isJsonObject, type JsonObject, type JsonValue } from '../../core/json.ts'
import { type SignatureSuite, utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { concatBytes } from '../crypto/bytes.ts'

/** A request as it is stored: the signed JSON with empty `terms`, because each text of terms is stored once in its own table. */
export interface StoredRequest {
  readonly request: Uint8Array
  /** The offset of the empty `terms` in bytes. With the text in this place, the bytes are the signed ones. */
  readonly termsAt: number
}

/** A request as JSON without `signature`, in UTF-8, in three pieces. Together they are what a suite signs or hashes. */
export interface WrittenRequest {
  /** Ends with `"terms":`. */
  readonly before: Uint8Array<ArrayBuffer>
  /** The value of `terms`, with its quotation marks. */
  readonly terms: Uint8Array<ArrayBuffer>
  readonly after: Uint8Array<ArrayBuffer>
}

/** Writes the members of a request in the serialisation of a suite: in canonical form (RFC 8785), or in their own order. */
export function writeRequest(members: JsonObject, suite: SignatureSuite): WrittenRequest {
  const isCanonical = suite !== 'rs256-json'
  const names = Object.keys(members).filter((name) => name !== 'signature')
  // JavaScript compares strings by UTF-16 code units, as RFC 8785 section 3.2.3 requires.
  if (isCanonical) names.sort()
  const writeValue = (value: JsonValue) => (isCanonical ? canonicalize(value) : JSON.stringify(value))
  const write = (name: string) => `${JSON.stringify(name)}:${writeValue(members[name] ?? null)}`
  const terms = names.indexOf('terms')
  return {
    before: utf8(`{${[...names.slice(0, terms).map(write), '"terms":'].join(',')}`),
    terms: utf8(writeValue(members.terms ?? null)),
    after: utf8(`${['', ...names.slice(terms + 1).map(write)].join(',')}}`),
  }
}

const EMPTY_TERMS = utf8('""')

/** Returns a request as it is stored, from what {@link writeRequest} returned. */
export function toStoredRequest({ before, after }: WrittenRequest): StoredRequest {
  return { request: concatBytes([before, EMPTY_TERMS, after]), termsAt: before.length }
}

/** Puts the text into a stored request, which gives the request in the serialisation of its suite. */
export function joinStoredRequest({ request, termsAt }: StoredRequest, text: string): Uint8Array<ArrayBuffer> {
  return concatBytes([request.subarray(0, termsAt), utf8(JSON.stringify(text)), request.subarray(termsAt + EMPTY_TERMS.length)])
}

/** Parses a stored request. Its member `terms` is empty. */
export function parseStoredRequest(request: Uint8Array): JsonObject {
  const members = parseJsonBytes(request)
  if (!isJsonObject(members)) throw new TypeError('A stored request is not a JSON object.')
  return members
}
