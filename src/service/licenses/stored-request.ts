import { canonicalize } from '../../core/canonical-json.ts'
import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { type SignatureSuite, utf8 } from '../../core/signature.ts'
import { parseJsonBytes } from '../../core/strict-json.ts'
import { concatBytes } from '../crypto/bytes.ts'

/** A request as it is stored: the signed JSON with empty `terms`, because each text of terms is stored once in its own table. */
export interface StoredRequest {
  readonly request: Uint8Array
  /** The offset of the empty `terms` in bytes. With the text in this place, the bytes are the signed ones. */
  readonly termsAt: number
}

/** Writes the members of a request in the serialisation of its suite, with empty `terms`. */
export function toStoredRequest(members: JsonObject, suite: SignatureSuite): StoredRequest {
  const isCanonical = suite !== 'rs256-json'
  const names = Object.keys(members).filter((name) => name !== 'signature')
  // JavaScript compares strings by UTF-16 code units, as RFC 8785 section 3.2.3 requires.
  if (isCanonical) names.sort()
  const write = (name: string): string => {
    const value = members[name] ?? null
    return `${JSON.stringify(name)}:${isCanonical ? canonicalize(value) : JSON.stringify(value)}`
  }
  const terms = names.indexOf('terms')
  const before = utf8(`{${[...names.slice(0, terms).map(write), '"terms":'].join(',')}`)
  const after = utf8(`${['""', ...names.slice(terms + 1).map(write)].join(',')}}`)
  return { request: concatBytes([before, after]), termsAt: before.length }
}

/** Parses a stored request. Its member `terms` is empty. */
export function parseStoredRequest(request: Uint8Array): JsonObject {
  const members = parseJsonBytes(request)
  if (!isJsonObject(members)) throw new TypeError('A stored request is not a JSON object.')
  return members
}

const TERMS = utf8('"terms":')
const QUOTE = 0x22
const BACKSLASH = 0x5c
const OPENING: readonly number[] = [...utf8('{[')]
const CLOSING: readonly number[] = [...utf8('}]')]

/** Returns the offset of the empty `terms` in a request that a former version stored without it. Reads each byte once. */
export function findTerms(request: Uint8Array): number {
  let depth = 0
  let inString = false
  for (let at = 0; at < request.length; at++) {
    const byte = request[at] ?? 0
    if (inString) {
      if (byte === BACKSLASH) at++
      else inString = byte !== QUOTE
    } else if (byte === QUOTE) {
      // Only the name of a member is followed by a colon.
      if (depth === 1 && TERMS.every((letter, n) => request[at + n] === letter)) return at + TERMS.length
      inString = true
    } else if (OPENING.includes(byte)) depth++
    else if (CLOSING.includes(byte)) depth--
  }
  throw new TypeError('A stored request has no terms.')
}
