import type { Agreement, Company } from '../core/agreement.ts'
import { textIn } from '../core/localized-text.ts'
import type { AgreementInput } from '../terms/index.ts'
import { isPrepared } from '../terms/prepared/is-prepared.ts'
import type { AnyClientConfig } from './config.ts'

/** Returns the texts of a configuration, unchecked and without defaults, for what is shown before the agreement is known, or while it is invalid. */
export function toAgreementTexts(config: AnyClientConfig): Agreement {
  const { company, jurisdiction, compensation, template, description } = firstTextOf(config) as Partial<AgreementInput>
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

/** Returns the agreement, or a text of a prepared one in any language and format. */
function firstTextOf({ agreement }: AnyClientConfig): object {
  return { ...(isPrepared(agreement) ? Object.values(agreement.languages ?? {})[0] : agreement) }
}

const NO_COMPANY: Company = { name: '', termsUrl: '', privacyUrl: '' }
