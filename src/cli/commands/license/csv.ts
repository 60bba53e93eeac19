import type { License } from '../../../core/license.ts'

/** The columns of the CSV, and their values. The terms are in the JSON only. */
const COLUMNS: Readonly<Record<string, (license: License) => string>> = {
  id: ({ id }) => id,
  providerId: ({ providerId }) => providerId,
  status: ({ status }) => status,
  ptr: ({ ptr }) => ptr,
  timestamp: ({ timestamp }) => timestamp,
  expiry: ({ expiry = '' }) => expiry,
  usecases: ({ uses }) => uses.map(({ usecases }) => usecases.join(' ')).join('; '),
  destinations: ({ uses }) => uses.map(({ destinations }) => destinations.join(' ')).join('; '),
  tags: ({ tags }) => tags.join(' '),
  origin: ({ origin }) => origin,
  description: ({ description }) => description,
  supersedes: ({ supersedes = '' }) => supersedes,
  termsHash: ({ termsHash }) => termsHash,
  address: ({ address }) => address,
  receipt: ({ receipt }) => receipt,
  vouched: ({ vouched }) => (vouched === undefined ? '' : String(vouched)),
  revoked: ({ revocation }) => revocation?.timestamp ?? '',
  requestedBy: ({ revocation }) => revocation?.requestedBy ?? '',
  channel: ({ revocation }) => revocation?.channel ?? '',
}

/** The first line of the CSV. */
export const CSV_HEADER = Object.keys(COLUMNS).join(',')

/** Writes a license as one record of CSV (RFC 4180), without its line break. */
export function toCsvRecord(license: License): string {
  return Object.values(COLUMNS)
    .map((read) => toCell(read(license)))
    .join(',')
}

/** Characters with which a spreadsheet begins a formula. Devices choose some of the values. */
const FORMULA = /^[=+\-@\t\r]/

function toCell(text: string): string {
  const safe = FORMULA.test(text) ? `'${text}` : text
  return /[",\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
