import { isLicetError, LicetError } from '../../../core/errors.ts'
import { isJsonObject, type JsonObject } from '../../../core/json.ts'
import type { License } from '../../../core/license.ts'
import type { DefinedAgreement } from '../../../terms/agreement-input.ts'
import { compileTerms } from '../../../terms/compile-terms.ts'
import { defineAgreement } from '../../../terms/define-checked.ts'
import type { RecordSource } from '../../../terms/records/record-source.ts'
import { printable } from '../../printable.ts'
import { readTextFile } from '../../read-text-file.ts'
import { readAgreement } from '../terms-lint/read-agreement.ts'
import { isSelected, type LicenseSelection } from './filter.ts'

/** What a record has beside the license. */
export interface RecordContext {
  readonly agreement: DefinedAgreement
  /** The text that the agreement signs. */
  readonly terms: string
  readonly storage: { readonly location: string; readonly retention: string }
  readonly withdrawal?: string
}

/**
 * Reads the file with the agreement, and the members `storage` and `withdrawal` of `toConsentRecord()`.
 *
 * @throws {LicetError} `invalid_configuration` when a member is missing or wrong.
 */
export async function readRecordContext(path: string): Promise<RecordContext> {
  const source = await readTextFile(path, 'invalid_template')
  const { storage, withdrawal, ...members } = parseMembers(source)
  const agreement = defineAgreement((await readAgreement(JSON.stringify(members), path)).agreement)
  const { location, retention } = isJsonObject(storage) ? storage : {}
  if (typeof location !== 'string' || typeof retention !== 'string') throw storageMissing(path)
  return {
    agreement,
    terms: compileTerms(agreement),
    storage: { location, retention },
    ...(typeof withdrawal === 'string' && { withdrawal }),
  }
}

function parseMembers(source: string): JsonObject {
  try {
    const value: unknown = JSON.parse(source)
    return isJsonObject(value) ? value : {}
  } catch {
    // `readAgreement` reports the text.
    return {}
  }
}

/**
 * Yields the record of each selected license, for example in the form of ISO/IEC TS 27560. `licenses` has every license, newest first: a
 * record ends at the time of the license that replaced it. Its agreement is the one whose text was signed.
 *
 * @throws {LicetError} `terms_changed` for a license whose text comes from none of the agreements, and `invalid_configuration` when an
 * agreement
 *   lacks what the standard requires. Both name the license.
 */
export async function* toRecords(
  licenses: AsyncIterable<License>,
  contexts: readonly RecordContext[],
  toRecord: (source: RecordSource) => JsonObject | undefined,
  selection: LicenseSelection,
): AsyncGenerator<JsonObject> {
  const ends = new Map<string, string>()
  for await (const license of licenses) {
    const { id, supersedes, timestamp } = license
    // A withdrawal can also end licenses of other devices, which name it in `endedBy`.
    if (license.uses.length === 0) ends.set(id, timestamp)
    if (supersedes !== undefined) ends.set(supersedes, timestamp)
    const end = endOf(license, ends)
    const isWanted = isSelected(license, selection, ends.get(id) ?? license.revocation?.timestamp ?? end)
    const record = isWanted ? writeRecord(license, contexts, end, toRecord) : undefined
    if (record !== undefined) yield record
    if (license.uses.length > 0) ends.delete(id)
  }
}

function endOf({ id, status, expiry, endedBy, receipt }: License, ends: ReadonlyMap<string, string>): string | undefined {
  if (status === 'expired') return expiry
  if (status === 'erased') return issuedAt(receipt)
  return (endedBy === undefined ? undefined : ends.get(endedBy)) ?? ends.get(id)
}

/** An erasure signs the receipt again. */
function issuedAt(receipt: string): string | undefined {
  try {
    const { iat } = JSON.parse(Buffer.from(receipt.split('.')[1] ?? '', 'base64url').toString('utf8'))
    return new Date(iat * 1000).toISOString()
  } catch {
    return undefined
  }
}

function writeRecord(
  license: License,
  contexts: readonly RecordContext[],
  statusAt: string | undefined,
  toRecord: (source: RecordSource) => JsonObject | undefined,
): JsonObject | undefined {
  // Without a match, the record of the first agreement reports the text.
  const context = contexts.find(({ terms }) => terms === license.terms) ?? contexts[0]
  try {
    return context && toRecord({ ...context, license, statusAt })
  } catch (error) {
    if (!isLicetError(error)) throw error
    const select = error.code === 'terms_changed' ? ONLY_KNOWN_TEXTS : ''
    throw new LicetError(error.code, `License ${printable(license.id)}: ${error.message}${select}`, { cause: error })
  }
}

/** One such license must not stop each export: with the public key of a provider, anyone can sign any text. */
const ONLY_KNOWN_TEXTS =
  ' Anyone can sign a text that you did not write. To export only your texts, add --terms-hash with the result of `licet terms hash`.'

function storageMissing(path: string): LicetError<'invalid_configuration'> {
  return new LicetError(
    'invalid_configuration',
    `${printable(path)} has no storage.location and storage.retention, which ISO/IEC TS 27560 requires. Nothing was written. ` +
      'Add "storage": { "location": "IE", "retention": "P2Y" } beside the members of the agreement.',
    { field: 'storage' },
  )
}
