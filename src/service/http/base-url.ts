import { LicetError } from '../../core/errors.ts'
import { isBaseUrl } from '../../core/url.ts'

/**
 * Reads one of the two addresses where clients reach the service, without slashes at its end.
 *
 * @throws {LicetError} `invalid_configuration` with the field.
 */
export function readBaseUrl(text: string, field: string): string {
  if (!isBaseUrl(text)) {
    throw new LicetError(
      'invalid_configuration',
      `${field} is not a plain http or https address. Tokens carry it as their issuer. Write it like https://auth.example.com.`,
      { field },
    )
  }
  return text.replace(/\/+$/, '')
}
