import type { AnyClientConfig } from '../client/config.ts'
import { resolvePage } from '../client/page-environment.ts'
import { devtoolsLink } from '../react/developer/devtools-link.ts'
import { withNetwork, withOffline } from './network.ts'
import { changeProps, overrides } from './overrides.ts'
import { withRequestLog } from './requests.ts'

const platformFetch: typeof fetch = (input, init) => globalThis.fetch(input, init)
/** Each observed configuration, and whether it had no `fetch`. */
const observed = new WeakMap<object, boolean>()
let clientConfig: AnyClientConfig | undefined

/** Returns a configuration whose requests and network the devtools see and change. */
export function observe<Config extends AnyClientConfig>(config: Config): Config {
  const { connectivity } = resolvePage(config)
  const result = {
    ...config,
    fetch: withRequestLog(withNetwork(config.fetch ?? platformFetch)),
    connectivity: withOffline(connectivity),
  }
  observed.set(result, config.fetch === undefined)
  return result
}

/** Observes the configuration of a client that the app creates. */
export function observeClient<Config extends AnyClientConfig>(config: Config): Config {
  const result = observe(config)
  clientConfig = result
  return result
}

/** The newest configuration of {@link observeClient}. */
export function configOfClient(): AnyClientConfig | undefined {
  return clientConfig
}

/** Links the devtools to every provider that is created from now on, and applies each override to all of them. */
export function connect(): void {
  const link = () => devtoolsLink.set({ changeProps, observe, usesPlatformFetch: (config) => observed.get(config) === true })
  link()
  overrides.subscribe(link)
}
