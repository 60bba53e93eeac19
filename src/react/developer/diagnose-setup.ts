import type { AnyClientConfig } from '../../client/config.ts'
import { parseUrl } from '../../core/url.ts'
import { checkService } from './check-service.ts'
import { printHint, rememberAddresses } from './developer-messages.ts'
import { usesPlatformFetch } from './devtools-link.ts'

/** The number of connected providers for each person and service. */
const connected = new Map<string, number>()

const LOOPBACK = /^(?:localhost|127(?:\.\d+){3}|\[::1\]|.+\.localhost)$/

/**
 * Prints on the console what is wrong with the page or its providers, once each. Only a development build calls it.
 *
 * @param config The configuration of a provider that is on the page from now on.
 * @returns A function to call when the provider is gone.
 */
export function diagnoseSetup(config: AnyClientConfig): () => void {
  const { authUrl, provider, userId } = config
  const url = parseUrl(authUrl)
  // jsdom has WebCrypto, and no `isSecureContext`.
  if (!globalThis.isSecureContext && !globalThis.crypto?.subtle)
    printHint(
      'insecure page',
      `${location.origin} is not a secure page, so this browser has no WebCrypto. Nobody can agree here. Serve the page over https, or from localhost.`,
      'guides/setup-messages.md#the-page-is-not-secure',
    )
  if (url?.protocol === 'http:' && !LOOPBACK.test(url.hostname))
    printHint(
      'authUrl',
      `\`authUrl\` is ${url.origin}, without https. Anyone on the way can read the decisions and the tokens. Serve the service over https.`,
      'guides/setup-messages.md#the-service-has-no-https',
    )
  if (url && url.hostname !== location.hostname && LOOPBACK.test(url.hostname) && LOOPBACK.test(location.hostname))
    rememberAddresses(location.origin, url.origin)
  const key = JSON.stringify([provider?.id, userId, authUrl])
  const count = (connected.get(key) ?? 0) + 1
  connected.set(key, count)
  if (count > 1)
    printHint(
      'two providers',
      'Two ConsentProviders for the same person and service are on this page. Both ask the person the same question. Use one, around the whole app.',
      'guides/setup-messages.md#two-providers-for-one-person',
    )
  // A service elsewhere gets no request before a person decides.
  if (count === 1 && url && LOOPBACK.test(url.hostname) && usesPlatformFetch(config)) void checkService(config)
  return () => connected.set(key, (connected.get(key) ?? 1) - 1)
}
