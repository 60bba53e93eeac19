import { ServiceClient } from '../../client/index.ts'
import { MAX_TIMEOUT_MS } from '../../client/page-environment.ts'
import type { ConsentState } from '../../core/consent-flow.ts'
import { LicetError } from '../../core/errors.ts'
import type { AgreementInput, TermsSource } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { isPrepared } from '../../terms/prepared/is-prepared.ts'
import { readPrepared } from '../../terms/prepared/prepared-agreement.ts'
import type { ConfigWithoutUser } from '../provider/provider-props.ts'
import type { CreateStore } from '../provider/store-provider.tsx'
import type { ConsentStore } from '../store/consent-store.ts'
import { Question } from '../store/question.ts'
import { PreviewClient } from './preview-client.ts'
import { SAMPLE_CONFIG } from './sample-config.ts'
import { startPreview } from './start-preview.ts'

/** Returns the function that creates the store of a preview in one state. */
export function createPreviewStore(Store: typeof ConsentStore, state: ConsentState): CreateStore {
  return ({ config }) => {
    const client = createPreviewClient(config)
    const start = startPreview(client, state)
    return new Store({ client, now: client.now }).ask((store) => new Question(store, start))
  }
}

/** Creates a client that completes every act on this page, for the agreement of a configuration. */
export function createPreviewClient(config: ConfigWithoutUser = SAMPLE_CONFIG): PreviewClient {
  return new PreviewClient(ServiceClient, withText(config))
}

/** Returns the configuration with terms that never load, fail to load or are invalid, for the states that show this. */
export function toPreviewConfig(config: ConfigWithoutUser = SAMPLE_CONFIG, preview: ConsentState): ConfigWithoutUser {
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
