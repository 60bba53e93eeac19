import type { Agreement, Company } from '../core/agreement.ts'
import { textIn } from '../core/localized-text.ts'
import type { ServiceClientConfig } from './config.ts'

/** Returns the texts of a configuration, unchecked and without defaults, for what is shown before the agreement is known, or while it is invalid. */
export function toAgreementTexts(config: ServiceClientConfig): Agreement {
  const { company, jurisdiction, compensation, template, description } = { ...config.agreement } as Partial<
    ServiceClientConfig['agreement']
  >
  const locale = template?.locale ?? 'en'
  const text = (value: typeof jurisdiction) => (typeof value === 'string' || value instanceof Object ? textIn(value, locale) : '')
  return {
    locale,
    company: { ...NO_COMPANY, ...company },
    description: text(description),
    tags: [],
    purposes: [],
    expiry: null,
    compensation: compensation ? text(compensation) : null,
    jurisdiction: text(jurisdiction),
  }
}

const NO_COMPANY: Company = { name: '', termsUrl: '', privacyUrl: '' }
