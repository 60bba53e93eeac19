import { dataLabels, isWithdrawal, permittedUses, principalOf, type RecordSource, requireFields } from './record-source.ts'

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

// In many countries a spreadsheet splits the rows of this file at semicolons. It ignores quotes inside of a cell, so each part of a value
// can become a cell of its own.
const SEPARATORS = /([;|\t\r\n])/
// A spreadsheet runs a cell that begins with one of these as a formula, also in full width.
const FORMULA = /^[\s"\uFEFF]*[=+\-@\uFF1D\uFF0B\uFF0D\uFF20]/

// A withdrawal has no use, but still gets a row.
const NO_USE = { usecase: '', label: '', destinations: [] }

/**
 * Writes agreements and their records as CSV (RFC 4180, CRLF, with a header).
 *
 * Each permitted use is a row, and a withdrawal is a row without a use. A cell that a spreadsheet would run as a formula begins with an
 * apostrophe, and so does each part of a cell behind a semicolon, a bar, a tab or a line break.
 *
 * @throws {LicetError} `invalid_configuration` with the `field` that a record lacks.
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
  return [[...CSV_COLUMNS], ...rows].map((row) => `${row.map(writeCell).join(',')}\r\n`).join('')
}

function writeCell(value: string): string {
  const parts = value.split(SEPARATORS).map((part) => (FORMULA.test(part) ? `'${part}` : part))
  const safe = /^[\t\r\n]/.test(value) ? `'${parts.join('')}` : parts.join('')
  return /[",;|\t\r\n]/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe
}
