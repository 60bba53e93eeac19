import { LICENSE_STATUSES, type License, type LicenseStatus } from '../../../core/license.ts'
import { TERMS_HASH } from '../../../core/terms-field.ts'
import { DAY_MS } from '../../../core/time-units.ts'
import { parseTimestamp, toTimestamp } from '../../../core/timestamp.ts'
import { type CommandInput, type CommandIo, type CommandOption, textOption, UsageError } from '../../command.ts'

/** The options that select the text. */
export const TERMS_OPTIONS = {
  'terms-hash': {
    type: 'string',
    value: '<hash>',
    multiple: true,
    help: 'only licenses with this text, as `licet terms hash` prints it; repeat it for each language',
  },
  'not-terms-hash': {
    type: 'string',
    value: '<hash>',
    multiple: true,
    help: 'only licenses with another text; repeat it for each language',
  },
} as const satisfies Readonly<Record<string, CommandOption>>

/** The options that select licenses. */
export const FILTER_OPTIONS = {
  provider: { type: 'string', value: '<id>', help: 'only licenses of this provider' },
  status: { type: 'string', value: '<status>', help: `only licenses with this status: ${LICENSE_STATUSES.join(', ')}` },
  ptr: { type: 'string', value: '<id>', help: "only licenses of this person: your app's id" },
  ...TERMS_OPTIONS,
  'created-after': {
    type: 'string',
    value: '<date>',
    help: 'only licenses that were stored on this day or later, in UTC: 2026-11-23',
  },
  'created-before': { type: 'string', value: '<date>', help: 'only licenses that were stored before this day, in UTC' },
  'as-of': { type: 'string', value: '<date>', help: 'only licenses that were in force at the end of this day, in UTC' },
} as const satisfies Readonly<Record<string, CommandOption>>

/** Selects licenses. Without members, all of them. Times are milliseconds since the epoch. */
export interface LicenseSelection {
  readonly provider?: string | undefined
  readonly status?: LicenseStatus | undefined
  readonly ptr?: string | undefined
  readonly termsHash?: readonly string[] | undefined
  readonly notTermsHash?: readonly string[] | undefined
  readonly createdAfter?: number | undefined
  readonly createdBefore?: number | undefined
  /** When the license was in force. */
  readonly asOf?: number | undefined
}

/**
 * Reads the options that select licenses.
 *
 * @throws {UsageError} when a value is not valid or empty: an empty value would select every license.
 */
export function readSelection(input: CommandInput, { now }: Pick<CommandIo, 'now'>): LicenseSelection {
  const read = (name: keyof typeof FILTER_OPTIONS) => {
    const value = textOption(input, name)
    if (value === '') throw new UsageError(`--${name} is empty. Nothing was requested. Add a value, or remove it.`)
    return value
  }
  const text = read('status')
  const status = LICENSE_STATUSES.find((known) => known === text)
  if (text !== undefined && status === undefined)
    throw new UsageError(`--status is "${text}". Nothing was requested. Use ${LICENSE_STATUSES.join(', ')}.`)
  const day = (name: keyof typeof FILTER_OPTIONS, offsetMs: number) => readTime(name, read(name), offsetMs)
  const asOf = day('as-of', DAY_MS - 1)
  return {
    provider: read('provider'),
    status,
    ptr: read('ptr'),
    ...readTexts(input),
    // The service compares with "after", and the first millisecond of the day belongs to it.
    createdAfter: day('created-after', -1),
    createdBefore: day('created-before', 0),
    // Today has not ended yet, and nobody knows what ends until then.
    asOf: asOf === undefined ? undefined : Math.min(asOf, now()),
  }
}

/** Returns the selection as the query of `AuthClient`. */
export function toQuery({ provider, ptr, createdAfter, createdBefore, asOf, ...rest }: LicenseSelection) {
  const time = (ms: number | undefined) => (ms === undefined ? undefined : toTimestamp(ms))
  return {
    ...rest,
    providerId: provider,
    userId: ptr,
    createdAfter: time(createdAfter),
    createdBefore: time(createdBefore),
    asOf: time(asOf),
  }
}

/** Returns whether a selection has a license. `end` is when the license ended, or `undefined` while it has not. */
export function isSelected(license: License, selection: LicenseSelection, end: string | undefined): boolean {
  const { provider, status, ptr, termsHash, notTermsHash, createdAfter, createdBefore, asOf } = selection
  const created = Date.parse(license.timestamp)
  const isInForce = (at: number) =>
    created <= at &&
    license.uses.length > 0 &&
    (end === undefined || Date.parse(end) > at) &&
    (license.expiry === undefined || Date.parse(license.expiry) > at)
  return (
    (provider === undefined || license.providerId === provider) &&
    (status === undefined || license.status === status) &&
    (ptr === undefined || license.ptr === ptr) &&
    (termsHash === undefined || termsHash.includes(license.termsHash)) &&
    (notTermsHash === undefined || !notTermsHash.includes(license.termsHash)) &&
    (createdAfter === undefined || created > createdAfter) &&
    (createdBefore === undefined || created < createdBefore) &&
    (asOf === undefined || isInForce(asOf))
  )
}

/** Reads a day, to which `offsetMs` is added, or an exact time. */
function readTime(name: string, text: string | undefined, offsetMs: number): number | undefined {
  if (text === undefined) return undefined
  const day = parseTimestamp(`${text}T00:00:00Z`)
  const time = day === undefined ? parseTimestamp(text) : day + offsetMs
  if (time !== undefined) return time
  throw new UsageError(
    `--${name} is "${text}". Nothing was requested. Write a day like 2026-11-23, or a time like 2026-11-23T09:30:00Z.`,
  )
}

/**
 * Reads the options that select the text.
 *
 * @throws {UsageError} when a value is no hash.
 */
export function readTexts(input: CommandInput): Pick<LicenseSelection, 'termsHash' | 'notTermsHash'> {
  return { termsHash: readHashes(input, 'terms-hash'), notTermsHash: readHashes(input, 'not-terms-hash') }
}

function readHashes({ values }: CommandInput, name: keyof typeof TERMS_OPTIONS): readonly string[] | undefined {
  const given = values[name]
  if (!Array.isArray(given)) return undefined
  const hashes = given.map(String)
  const wrong = hashes.find((hash) => !TERMS_HASH.test(hash))
  if (wrong === undefined) return hashes
  throw new UsageError(
    `--${name} is "${wrong}", which is no hash of terms. Nothing was requested. Use the 43 characters of \`termsHash\` of a license.`,
  )
}
