import { LicetError } from '../../core/errors.ts'

const LOOPBACK = /^(?:localhost|.+\.localhost|127(?:\.\d{1,3}){3}|\[?::1\]?)$/i

/**
 * Refuses what would put secrets on an open network: an issuer that nobody named, or one that is reached by plain HTTP.
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
  if (authUrl === undefined && !LOOPBACK.test(host)) {
    throw new LicetError(
      'invalid_configuration',
      `The service would listen on ${host} without knowing where clients reach it. Every token names that address. Set authUrl (--auth-url).`,
      { field: 'authUrl' },
    )
  }
  if (allowHttp) return
  for (const [field, text] of Object.entries({ authUrl, trailUrl })) {
    const url = text !== undefined && URL.canParse(text) ? new URL(text) : undefined
    if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname)) {
      throw new LicetError(
        'invalid_configuration',
        `${field} is plain HTTP and not on this machine. Keys and tokens would be read on the way. Use https, or permit it (allowHttp, --allow-http).`,
        { field },
      )
    }
  }
}
