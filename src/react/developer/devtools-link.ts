'use client'

import { useSyncExternalStore } from 'react'
import type { AnyClientConfig } from '../../client/config.ts'
import { Subscribable } from '../../client/snapshot/subscribable.ts'
import type { ConsentProviderProps } from '../provider/provider-props.ts'
import type { CreateStore } from '../provider/store-provider.tsx'

/** The props of a provider, which may have another store than usual. */
export type ChangedProps = ConsentProviderProps & { readonly createStore?: CreateStore }

/** What the devtools do with the providers of the page. */
export interface DevtoolsLink {
  /** Returns the props that a provider uses. */
  readonly changeProps: (props: ConsentProviderProps) => ChangedProps
  /** Returns a configuration whose requests and network the devtools see and change. */
  readonly observe: (config: AnyClientConfig) => AnyClientConfig
  /** Whether the configuration had no `fetch` before it was observed. */
  readonly usesPlatformFetch: (config: AnyClientConfig) => boolean
}

/** The link to `licet/devtools`, when the page imports it. Only development builds read it, so no other build contains it. */
export const devtoolsLink = /* @__PURE__ */ new Subscribable<DevtoolsLink | undefined>(undefined)

/** Returns the props of a provider as the devtools change them. */
export function useChangedProps(props: ConsentProviderProps): ChangedProps {
  const link = useSyncExternalStore(devtoolsLink.subscribe, devtoolsLink.get, () => undefined)
  return link?.changeProps(props) ?? props
}

/** Returns the configuration of a client as the devtools observe it. */
export function toObserved(config: AnyClientConfig): AnyClientConfig {
  return devtoolsLink.get()?.observe(config) ?? config
}

/** Whether a client sends its requests with the global `fetch`. */
export function usesPlatformFetch(config: AnyClientConfig): boolean {
  return config.fetch === undefined || devtoolsLink.get()?.usesPlatformFetch(config) === true
}
