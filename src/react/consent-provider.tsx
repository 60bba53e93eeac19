'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { ServiceClient, type ServiceClientConfig } from '../client/index.ts'
import { LicetError } from '../core/errors.ts'
import { ConsentStore } from './consent-store.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { StoreProvider } from './store-provider.tsx'

const PreviewProvider = lazy(() => import('./preview/preview-provider.tsx'))
const PREVIEW_PARTS = { Provider: StoreProvider, Store: ConsentStore, Client: ServiceClient }

/**
 * Provides the components below it with a client, a language and an appearance.
 *
 * With `config`, the provider creates the client while rendering, opens it in the browser and closes it when it is unmounted. Creating it
 * sends and stores nothing.
 *
 * @throws {LicetError} `invalid_configuration` while rendering
 * @example
 * <ConsentProvider config={config} userId={user.id}>
 *   <App />
 * </ConsentProvider>
 */
export function ConsentProvider(props: ConsentProviderProps): ReactNode {
  if (props.preview === undefined) return <StoreProvider {...props} createStore={createStore} />
  return (
    <Suspense fallback={null}>
      <PreviewProvider {...props} parts={PREVIEW_PARTS} />
    </Suspense>
  )
}

function createStore({ client, config, userId }: ConsentProviderProps): ConsentStore {
  if (client !== undefined) return new ConsentStore({ open: () => client, owned: false })
  if (config === undefined)
    throw new LicetError(
      'invalid_configuration',
      'ConsentProvider has neither `config` nor `client`. There is nothing to ask for. Pass one of them.',
      { field: 'config' },
    )
  // A missing `userId` is an error of the client, which names the field.
  const complete = { ...config, userId: userId ?? config.userId } as ServiceClientConfig
  const store = new ConsentStore({ open: () => new ServiceClient(complete), owned: true, now: config.now })
  // A wrong configuration has to throw before anything is rendered.
  store.connection.open()
  return store
}
