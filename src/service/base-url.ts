import { LicetError } from '../core/errors.ts'

/**
 * Reads one of the two addresses where clients reach the service, without slashes at its end.
 *
 * @throws {LicetError} `invalid_configuration` with the field.
 */
export function readBaseUrl(text: string, field: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined
  const isPlain = url !== undefined && url.username + url.password === '' && !/[\s?#]/.test(text)
  if (!isPlain || !/^https?:$/.test(url.protocol)) {
    throw new LicetError(
      'invalid_configuration',
      `${field} is not a plain http or https address. Tokens carry it as their issuer. Write it like https://auth.example.com.`,
      { field },
    )
  }
  return text.replace(/\/+$/, '')
}
