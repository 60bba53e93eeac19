import { LicetError } from '../../core/errors.ts'
import { isLoopback } from '../http/is-loopback.ts'

/**
 * Refuses a configuration that sends secrets unprotected: a public address without `authUrl`, or plain HTTP on a public address.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkAddresses(options: {
  readonly host: string
  readonly authUrl: string | undefined
  readonly trailUrl: string | undefined
  readonly allowHttp: boolean
}): void {
  const { host, authUrl, trailUrl, allowHttp } = options
  if (authUrl === undefined && !isLoopback(host)) {
    throw new LicetError(
      'invalid_configuration',
      `host is ${host}, which other machines can reach, and authUrl is missing. The service did not start, because every token contains authUrl. ` +
        'Set authUrl (--auth-url).',
      { field: 'authUrl' },
    )
  }
  if (allowHttp) return
  for (const [field, text] of Object.entries({ authUrl, trailUrl })) {
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol === 'http:' && !isLoopback(url.hostname)) {
      throw new LicetError(
        'invalid_configuration',
        `${field} is plain HTTP on a public address. The service did not start, because others could read keys and tokens on the network. ` +
          'Use https, or permit plain HTTP (allowHttp, --allow-http).',
        { field },
      )
    }
  }
}
