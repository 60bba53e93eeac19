import { parseCertificates } from '../log/timestamp/certificate.ts'
import { type CommandInput, textOption, UsageError } from './command.ts'
import { printable } from './printable.ts'
import { readTextFile } from './read-text-file.ts'

/** The option with the certificates of trusted time-stamping authorities. */
export const TIMESTAMP_CA_OPTION = {
  'timestamp-ca': {
    type: 'string',
    value: '<file>',
    help: 'certificates of time-stamping authorities that you trust, in PEM; without it, the certificate of a time stamp is not checked',
  },
} as const

/**
 * Reads the file of `--timestamp-ca`. Without the option, the text is empty.
 *
 * @throws {UsageError} when the file has no certificate, or a malformed one.
 */
export async function readCertificates(input: CommandInput): Promise<string> {
  const path = textOption(input, 'timestamp-ca')
  if (path === undefined) return ''
  const text = await readTextFile(path, 'invalid_proof')
  if (isList(text)) return text
  throw new UsageError(
    `${printable(path)} has no valid certificate in PEM. Nothing was checked. Use --timestamp-ca with the certificates of the authority.`,
  )
}

function isList(text: string): boolean {
  try {
    return parseCertificates(text).length > 0
  } catch {
    return false
  }
}
