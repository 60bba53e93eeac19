import type { License } from '../../../core/license.ts'
import { writeCsvCell } from '../../../terms/records/csv-cell.ts'

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
  pubKey: ({ pubKey = '' }) => pubKey,
}

const HEADER = Object.keys(COLUMNS).join(',')

/**
 * Yields licenses as lines of CSV (RFC 4180), which end with a carriage return. Nothing is yielded before the first license is read, so that
 * a refused request prints nothing.
 */
export async function* toCsvLines(licenses: AsyncIterable<License>): AsyncGenerator<string> {
  let isFirst = true
  for await (const license of licenses) {
    if (isFirst) yield `${HEADER}\r`
    isFirst = false
    yield `${toCsvRecord(license)}\r`
  }
  if (isFirst) yield `${HEADER}\r`
}

function toCsvRecord(license: License): string {
  return Object.values(COLUMNS)
    .map((read) => writeCsvCell(read(license)))
    .join(',')
}
