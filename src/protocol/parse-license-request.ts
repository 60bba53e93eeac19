import * as v from 'valibot'
import { LicetError } from '../core/errors.ts'
import { hasInvisible } from '../core/invisible.ts'
import { isJsonObject, type JsonObject } from '../core/json.ts'
import type { LicenseRequest } from '../core/license.ts'
import { isExtension } from '../core/license-request.ts'
import { MAX_EXTENSION_BYTES, MAX_USES_BYTES } from '../core/limits.ts'
import { utf8 } from '../core/signature.ts'
import { issuePath, printableName } from './issue-path.ts'
import { LicenseRequestBody } from './records/licenses.ts'

/**
 * Parses a license request from untrusted JSON.
 *
 * `expiry: null` means no expiry, and is left out. Keeps members whose name begins with `x-`, together up to `MAX_EXTENSION_BYTES`, and refuses all other unknown members, and `uses` of
 * more than `MAX_USES_BYTES`. Refuses a
 * description, tag or use with an invisible character, unless the request is a withdrawal: it repeats the values of an older license, and has
 * to work (wire decisions, section 3).
 *
 * @throws {LicetError} `invalid_license` with the path of the wrong member in `field`.
 */
export function parseLicenseRequest(input: unknown): LicenseRequest {
  const { members, extensions } = splitExtensions(input)
  const result = v.safeParse(LicenseRequestBody, members)
  if (!result.success) throw invalidLicense(issuePath(result.issues[0]), 'is missing, unknown or has the wrong form')
  const { description, tags, uses } = result.output
  const values = { description: [description], tags, uses: uses.flatMap((use) => [...use.usecases, ...use.destinations]) }
  const unseen = Object.entries(values).find(([, texts]) => texts.some(hasInvisible))
  if (uses.length > 0 && unseen) throw invalidLicense(unseen[0], 'has a character that people cannot see')
  if (utf8(JSON.stringify(uses)).length > MAX_USES_BYTES)
    throw invalidLicense('uses', `has more than ${MAX_USES_BYTES} bytes of JSON`)
  if (utf8(JSON.stringify(extensions)).length > MAX_EXTENSION_BYTES) throw tooLargeExtensions(extensions)
  return { ...extensions, ...withoutAbsent(result.output) } as LicenseRequest
}

function splitExtensions(input: unknown): { members: unknown; extensions: JsonObject } {
  if (!isJsonObject(input)) return { members: input, extensions: {} }
  const entries = Object.entries(input)
  return {
    members: Object.fromEntries(entries.filter(([name]) => !isExtension(name))),
    extensions: Object.fromEntries(entries.filter(([name]) => isExtension(name))),
  }
}

function withoutAbsent<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined && member !== null)) as T
}

function invalidLicense(field: string, fault: string): LicetError {
  const where = field === '' ? 'The license request' : `The member ${field} of the license request`
  return new LicetError(
    'invalid_license',
    `${where} ${fault}. Nothing was stored. Correct it, sign the request again and send it.`,
    { field: field || undefined },
  )
}

function tooLargeExtensions(extensions: JsonObject): LicetError {
  return new LicetError(
    'invalid_license',
    `The members x-… of the license request have more than ${MAX_EXTENSION_BYTES} bytes together. Nothing was stored. Send less in them, sign the request again and send it.`,
    { field: printableName(Object.keys(extensions)[0] ?? '') },
  )
}
