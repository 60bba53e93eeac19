'use client'

import type { ReactNode } from 'react'
import type { AnyClientConfig } from '../client/config.ts'
import { connect, observeClient } from './connect.ts'
import { Devtools } from './devtools.tsx'

/** Props of {@link LicetDevtools}. */
export interface LicetDevtoolsProps {
  /** The corner of the window. Default `bottom-left`. The button moves when the choice of the person would be below it. */
  readonly position?: 'top-left' | 'top-right' | 'bottom-left' | 'bottom-right' | undefined
  /** Whether the panel is open at the first visit. Later, it is as the developer left it. Default `false`. */
  readonly defaultOpen?: boolean | undefined
  /**
   * The address of the documentation as a site, for links to a page: `https://docs.example/0.1` leads to
   * `https://docs.example/0.1/reference/states.html`. Default: the panel shows the path of the page in the package.
   */
  readonly docsUrl?: string | undefined
  /** The address of Licet's own workshop, for links to a story. `npm run storybook` in a clone of Licet serves it. Default: no links. */
  readonly storiesUrl?: string | undefined
}

// When the module is evaluated, so that the requests of the first client are seen.
if (process.env.NODE_ENV !== 'production') connect()

/**
 * A button in a corner, and a panel with the state and its history, the record of this device, the requests, and acts that put the device
 * into another state. A production build contains none of it.
 *
 * @example
 * <ConsentProvider config={config} userId={user.id}>
 *   <App />
 *   <LicetDevtools />
 * </ConsentProvider>
 */
export function LicetDevtools(props: LicetDevtoolsProps): ReactNode {
  return process.env.NODE_ENV === 'production' ? null : <Devtools {...props} />
}

/**
 * Returns the configuration of a client that the app creates, so that the devtools see its record and its requests. A provider with `config`
 * does not need it. A production build returns the configuration as it is.
 *
 * @example
 * const client = new ServiceClient(withDevtools(config))
 */
export function withDevtools<Config extends AnyClientConfig>(config: Config): Config {
  return process.env.NODE_ENV === 'production' ? config : observeClient(config)
}
