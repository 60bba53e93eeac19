import { writeCsvCell } from './csv-cell.ts'
import {
  assertOwnText,
  dataLabels,
  isWithdrawal,
  permittedUses,
  principalOf,
  type RecordSource,
  requireFields,
} from './record-source.ts'

/** Columns of the CSV form, in order. */
export const CSV_COLUMNS = [
  'license_id',
  'stored_at',
  'status',
  'principal',
  'origin',
  'company',
  'jurisdiction',
  'language',
  'data',
  'use',
  'recipients',
  'ends',
  'reward',
  'terms_sha3_256',
  'data_names',
  'use_name',
] as const

// A withdrawal has no use, but still gets a row.
const NO_USE = { usecase: '', label: '', destinations: [] }

/**
 * Writes agreements and their records as CSV (RFC 4180, CRLF, with a header).
 *
 * Each permitted use is a row, and a withdrawal is a row without a use. A cell that a spreadsheet would run as a formula begins with an
 * apostrophe, and so does each part of a cell behind a semicolon, a bar, a tab or a line break.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that a record lacks; `terms_changed` when the text of a license does
 *   not come from its agreement.
 */
export function toCsv(sources: readonly RecordSource[]): string {
  const rows = sources.flatMap((source) => {
    const { agreement, license } = source
    const given = requireFields(
      {
        'license.id': license.id,
        'license.timestamp': license.timestamp,
        'license.status': license.status,
        'license.ptr': principalOf(license),
        'license.origin': license.origin,
        'company.name': agreement.company.name,
        'agreement.jurisdiction': agreement.jurisdiction,
        'agreement.locale': agreement.locale,
        'license.tags': license.tags,
        'license.uses': license.uses,
        'license.termsHash': license.termsHash,
      },
      'The CSV form',
    )
    assertOwnText(source)
    return (isWithdrawal(license) ? [NO_USE] : permittedUses(source)).map((use) => [
      given['license.id'],
      given['license.timestamp'],
      given['license.status'],
      given['license.ptr'],
      given['license.origin'],
      given['company.name'],
      given['agreement.jurisdiction'],
      given['agreement.locale'],
      license.tags.join(' '),
      use.usecase,
      use.destinations.join(' '),
      license.expiry ?? '',
      agreement.compensation ?? '',
      given['license.termsHash'],
      dataLabels(source)
        .map(({ label }) => label)
        .join(', '),
      use.label,
    ])
  })
  return [[...CSV_COLUMNS], ...rows].map((row) => `${row.map(writeCsvCell).join(',')}\r\n`).join('')
}
