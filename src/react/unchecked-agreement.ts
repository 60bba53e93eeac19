import type { ServiceClientConfig } from '../client/index.ts'
import type { Agreement } from '../core/agreement.ts'
import { textIn } from '../core/localized-text.ts'

/** Returns the texts of a configuration, unchecked and without defaults, for what is shown before the agreement is known. */
export function toUncheckedAgreement(config: ServiceClientConfig | undefined): Agreement {
  const {
    company,
    jurisdiction,
    compensation,
    template,
    description = '',
  } = { ...config?.agreement } as ServiceClientConfig['agreement']
  const locale = template?.locale ?? 'en'
  return {
    locale,
    company,
    description,
    tags: [],
    purposes: [],
    expiry: null,
    compensation: compensation && textIn(compensation, locale),
    jurisdiction: textIn(jurisdiction ?? '', locale),
  }
}
