'use client'

import { type ComponentType, type ReactElement, useMemo } from 'react'
import { ServiceClient } from '../../client/index.ts'
import { MAX_TIMEOUT_MS } from '../../client/page-environment.ts'
import type { ConsentState } from '../../core/consent-flow.ts'
import { LicetError } from '../../core/errors.ts'
import type { AgreementInput, TermsSource } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { isPrepared } from '../../terms/prepared/is-prepared.ts'
import { readPrepared } from '../../terms/prepared/prepared-agreement.ts'
import type { ConfigWithoutUser, ConsentProviderProps } from '../provider/provider-props.ts'
import type { StoreProviderProps } from '../provider/store-provider.tsx'
import type { ConsentStore } from '../store/consent-store.ts'
import { Question } from '../store/question.ts'
import { PreviewClient } from './preview-client.ts'
import { SAMPLE_CONFIG } from './sample-config.ts'
import { startPreview } from './start-preview.ts'

/** What a preview shares with the page that loads it. As arguments, and not as imports, they stay in the first file of an app. */
export interface PreviewParts {
  readonly Provider: ComponentType<StoreProviderProps>
  readonly Store: typeof ConsentStore
}

/** Props of {@link PreviewProvider}. */
export type PreviewProviderProps = Extract<ConsentProviderProps, { readonly preview: ConsentState }> & {
  readonly parts: PreviewParts
}

/** A `ConsentProvider` without a service and without storage, in one state of the consent flow. */
export default function PreviewProvider({ parts, ...props }: PreviewProviderProps): ReactElement {
  const { preview } = props
  const config = useMemo(() => withTerms(props.config ?? SAMPLE_CONFIG, preview), [props.config, preview])
  const createStore = ({ preview: state, config: asked }: ConsentProviderProps) => {
    const client = new PreviewClient(ServiceClient, withText(asked ?? SAMPLE_CONFIG))
    const start = startPreview(client, state ?? 'ready')
    return new parts.Store({ client, now: client.now }).ask((store) => new Question(store, start))
  }
  return <parts.Provider {...props} config={config} createStore={createStore} />
}

/** Returns the configuration with terms that never load, fail to load or are invalid, for the states that show this. */
function withTerms(config: ConfigWithoutUser, preview: ConsentState): ConfigWithoutUser {
  const terms = termsOf(preview)
  return terms === undefined ? config : { ...config, timeoutMs: MAX_TIMEOUT_MS, agreement: { ...toInput(config), terms } }
}

/** Returns the configuration with the text of a template while its contract is not loaded, because a preview signs nothing. */
function withText(config: ConfigWithoutUser): ConfigWithoutUser {
  const agreement = toInput(config)
  const { terms } = agreement
  const isMissing = isTermsSource(terms) && !('loaded' in terms)
  return isMissing ? { ...config, agreement: { ...agreement, terms: undefined } } : config
}

/** Returns the agreement of a configuration, or the facts of a prepared one. */
function toInput({ agreement }: ConfigWithoutUser): AgreementInput {
  return isPrepared(agreement) ? { ...readPrepared(agreement), template: undefined } : agreement
}

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
