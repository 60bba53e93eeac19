import type { License } from '../../core/license.ts'
import type { DefinedAgreement } from '../agreement-input.ts'
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

/** One permitted use of one license. A withdrawal has no use, but still gets a row. */
interface CsvRow {
  readonly license: License
  /** Without it, the columns that only the agreement has are empty. */
  readonly agreement: DefinedAgreement | undefined
  readonly use: { readonly usecase: string; readonly label: string; readonly destinations: readonly string[] }
}

const NO_USE = { usecase: '', label: '', destinations: [] }

/** The columns of every CSV of licenses, and their values. The text of the terms is not one of them. */
const COLUMNS = {
  license_id: ({ license }) => license.id,
  provider_id: ({ license }) => license.providerId,
  stored_at: ({ license }) => license.timestamp,
  status: ({ license }) => license.status,
  principal: ({ license }) => principalOf(license),
  origin: ({ license }) => license.origin,
  company: ({ agreement }) => agreement?.company.name,
  jurisdiction: ({ agreement }) => agreement?.jurisdiction,
  language: ({ agreement }) => agreement?.locale,
  data: ({ license }) => license.tags.join(' '),
  use: ({ use }) => use.usecase,
  recipients: ({ use }) => use.destinations.join(' '),
  ends: ({ license }) => license.expiry,
  reward: ({ agreement }) => agreement?.compensation,
  description: ({ license }) => license.description,
  supersedes: ({ license }) => license.supersedes,
  terms_sha3_256: ({ license }) => license.termsHash,
  address: ({ license }) => license.address,
  vouched: ({ license }) => license.vouched?.toString(),
  ended_at: ({ license }) => license.revocation?.timestamp,
  ended_by: ({ license }) => license.revocation?.requestedBy,
  ended_through: ({ license }) => license.revocation?.channel,
  receipt: ({ license }) => license.receipt,
  device_key: ({ license }) => license.pubKey,
  data_names: ({ license, agreement }) =>
    agreement &&
    dataLabels({ license, agreement })
      .map(({ label }) => label)
      .join(', '),
  use_name: ({ use, agreement }) => agreement && use.label,
} satisfies Readonly<Record<string, (row: CsvRow) => string | null | undefined>>

/** A column of the CSV form. */
type CsvColumn = keyof typeof COLUMNS

/** Columns of the CSV form, in order. `licet license export` writes the same ones. */
// Safe: the object has exactly these keys.
export const CSV_COLUMNS: readonly CsvColumn[] = /* @__PURE__ */ Object.keys(COLUMNS) as CsvColumn[]

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
  const lines = sources.flatMap((source) => {
    const { agreement, license } = source
    requireFields(
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
    return toCsvRecords(license, agreement)
  })
  return [toCsvHeader(), ...lines].map((line) => `${line}\r\n`).join('')
}

/** Returns the header of the CSV form, without a line break. */
export function toCsvHeader(): string {
  return CSV_COLUMNS.join(',')
}

/** Returns one record of CSV for each permitted use of a license, without line breaks. */
export function toCsvRecords(license: License, agreement?: DefinedAgreement): string[] {
  const uses = agreement ? permittedUses({ license, agreement }) : usesOf(license)
  return (isWithdrawal(license) ? [NO_USE] : uses).map((use) =>
    CSV_COLUMNS.map((column) => writeCsvCell(COLUMNS[column]({ license, agreement, use }) ?? '')).join(','),
  )
}

function usesOf({ uses }: License): readonly CsvRow['use'][] {
  return uses.flatMap(({ usecases, destinations }) => usecases.map((usecase) => ({ usecase, label: '', destinations })))
}
