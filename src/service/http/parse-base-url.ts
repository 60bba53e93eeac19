import { LicetError } from '../../core/errors.ts'
import { isBaseUrl, trimSlashes } from '../../core/url.ts'

/**
 * Parses a base address of the service, and returns it without trailing slashes.
 *
 * @throws {LicetError} `invalid_configuration`, with `field` set, when it is not a plain http or https URL.
 */
export function parseBaseUrl(text: string, field: string): string {
  if (!isBaseUrl(text)) {
    throw new LicetError(
      'invalid_configuration',
      `${field} is not a plain http or https URL. Nothing was done. Write it like https://auth.example.com, without credentials, query or fragment.`,
      { field },
    )
  }
  return trimSlashes(text)
}
