'use client'

import { lazy, type ReactNode, Suspense } from 'react'
import { checkConfig, checkOwnTerms, compileAgreement } from '../../client/compiler.ts'
import type { AnyClientConfig } from '../../client/config.ts'
import { parseConfig } from '../../client/parse-config.ts'
import { checkAgreement } from '../../client/question/check-agreement.ts'
import { LicetError } from '../../core/errors.ts'
import { toObserved, useChangedProps } from '../developer/devtools-link.ts'
import { ConsentStore } from '../store/consent-store.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { StoreProvider } from './store-provider.tsx'

const PreviewProvider = lazy(() => import('../preview/preview-provider.tsx'))
const PREVIEW_PARTS = { Provider: StoreProvider, Store: ConsentStore }

/**
 * Provides the components below it with a client, a language and an appearance.
 *
 * With `config`, the provider creates the client while rendering, opens it in the browser and closes it when it is unmounted. Creating it
 * sends and stores nothing.
 *
 * @throws {LicetError} `invalid_configuration` while rendering, in a development build
 * @example
 * <ConsentProvider config={config} userId={user.id}>
 *   <App />
 * </ConsentProvider>
 */
export function ConsentProvider(given: ConsentProviderProps): ReactNode {
  // biome-ignore lint/correctness/useHookAtTopLevel: the condition is a constant of the build
  const props = process.env.NODE_ENV === 'production' ? given : useChangedProps(given)
  if (props.preview === undefined) return <StoreProvider createStore={createStore} {...props} />
  return (
    <Suspense fallback={null}>
      <PreviewProvider {...props} parts={PREVIEW_PARTS} />
    </Suspense>
  )
}

function createStore({ client, config, userId }: ConsentProviderProps, showsEarly: boolean): ConsentStore {
  if (client !== undefined) return new ConsentStore({ client })
  // In a production build the host app stays, and the kit shows that nobody can agree.
  if (config === undefined && process.env.NODE_ENV !== 'production')
    throw new LicetError(
      'invalid_configuration',
      'ConsentProvider has neither `config` nor `client`. There is nothing to ask for. Pass one of them.',
      { field: 'config' },
    )
  // A missing `userId` is an error of the client, which has the field.
  const complete = { ...config, userId: userId ?? config?.userId } as AnyClientConfig
  // A developer sees a wrong configuration immediately. A production build checks it when there is something to ask.
  if (process.env.NODE_ENV !== 'production') {
    checkConfig(complete)
    const checked = checkAgreement(complete, compileAgreement, checkOwnTerms)
    // A contract that the provider loads has no text yet.
    if (checked.invalid !== undefined && checked.invalid.code !== 'terms_unavailable') throw checked.invalid
    parseConfig(complete, checked)
  }
  return new ConsentStore({ config: process.env.NODE_ENV === 'production' ? complete : toObserved(complete), showsEarly })
}
