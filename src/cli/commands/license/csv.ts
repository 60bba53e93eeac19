import type { License } from '../../../core/license.ts'
import { toCsvHeader, toCsvRecords } from '../../../terms/records/license-csv.ts'

/**
 * Yields licenses as lines of CSV (RFC 4180), which end with a carriage return: one for each permitted use. Nothing is yielded before the
 * first license is read, so that a refused request prints nothing.
 */
export async function* toCsvLines(licenses: AsyncIterable<License>): AsyncGenerator<string> {
  let isFirst = true
  for await (const license of licenses) {
    if (isFirst) yield `${toCsvHeader()}\r`
    isFirst = false
    for (const record of toCsvRecords(license)) yield `${record}\r`
  }
  if (isFirst) yield `${toCsvHeader()}\r`
}
