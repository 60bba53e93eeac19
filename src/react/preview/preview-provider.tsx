'use client'

import { type ReactElement, useMemo } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { LicetError } from '../../core/errors.ts'
import type { ConsentProviderProps } from '../provider-props.ts'
import { StoreProvider } from '../store-provider.tsx'
import type { TermsSource } from '../types.ts'
import { createPreviewStore } from './preview-store.ts'
import { SAMPLE_CONFIG } from './sample-config.ts'

/** Props of {@link PreviewProvider}. */
export type PreviewProviderProps = Extract<ConsentProviderProps, { readonly preview: ConsentState }>

/** A `ConsentProvider` without a service and without storage, in one state of the consent flow. */
export default function PreviewProvider(props: PreviewProviderProps): ReactElement {
  const { preview, terms } = props
  const source = useMemo(() => termsOf(preview), [preview])
  return <StoreProvider {...props} config={props.config ?? SAMPLE_CONFIG} terms={source ?? terms} createStore={createStore} />
}

function createStore({ preview, config }: ConsentProviderProps) {
  return createPreviewStore(preview ?? 'ready', config ?? SAMPLE_CONFIG)
}

/** Returns terms that load for ever, fail or are invalid, for the states that are about that. */
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
