'use client'

import { type ComponentType, type ReactElement, useMemo } from 'react'
import { ServiceClient } from '../../client/index.ts'
import type { ConsentState } from '../../core/consent-flow.ts'
import { LicetError } from '../../core/errors.ts'
import { ConsentStore } from '../consent-store.ts'
import type { LicenseStore } from '../license-store.ts'
import type { ConsentProviderProps } from '../provider-props.ts'
import type { StoreProviderProps } from '../store-provider.tsx'
import type { TermsSource } from '../types.ts'
import { createPreviewStore } from './preview-store.ts'
import { SAMPLE_CONFIG } from './sample-config.ts'

/** What a preview shares with the page that loads it. As arguments, and not as imports, they stay in the first file of an app. */
export interface PreviewParts {
  readonly Provider: ComponentType<StoreProviderProps>
  readonly Store: typeof LicenseStore
}

/** Props of {@link PreviewProvider}. */
export type PreviewProviderProps = Extract<ConsentProviderProps, { readonly preview: ConsentState }> & {
  readonly parts: PreviewParts
}

/** A `ConsentProvider` without a service and without storage, in one state of the consent flow. */
export default function PreviewProvider({ parts, ...props }: PreviewProviderProps): ReactElement {
  const { preview, terms } = props
  const source = useMemo(() => termsOf(preview), [preview])
  const createStore = ({ preview: state, config }: ConsentProviderProps) => {
    const store = new parts.Store({})
    store.complete(() =>
      createPreviewStore({ Store: ConsentStore, Client: ServiceClient }, state ?? 'ready', config ?? SAMPLE_CONFIG),
    )
    return store
  }
  return <parts.Provider {...props} config={props.config ?? SAMPLE_CONFIG} terms={source ?? terms} createStore={createStore} />
}

/** Returns terms that never load, fail to load or are invalid, for the states that show this. */
function termsOf(preview: ConsentState): TermsSource | undefined {
  const key = `licet-${preview}`
  if (preview === 'terms-loading') return { key, load: () => new Promise(() => {}) }
  if (preview === 'terms-error') return { key, load: () => Promise.reject(unavailableError()) }
  if (preview === 'terms-invalid') return { key, load: () => Promise.resolve('{{placeholder}}') }
  return undefined
}

function unavailableError(): LicetError {
  return new LicetError('terms_unavailable', 'This preview shows terms that did not load. Nothing can be accepted.')
}
