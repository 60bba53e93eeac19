'use client'

import { useMemo } from 'react'
import { DEFAULT_TIMEOUT_MS } from '../../client/defaults.ts'
import type { AgreementInput, PreparedAgreement, Template } from '../../terms/index.ts'
import { isTermsSource } from '../../terms/is-terms-source.ts'
import { isPrepared } from '../../terms/prepared/is-prepared.ts'
import type { UnavailableTerms } from './context.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { toKey } from './to-key.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'
import { useLate } from './use-late.ts'

/** Props with the agreement as it is asked for now, and why its text is missing. */
export interface OwnTermsResult {
  readonly props: ConsentProviderProps
  readonly loadingTerms: UnavailableTerms | undefined
}

/**
 * Returns the props with the agreement in the language of the provider: with the wording of that language, and with the text of a contract of
 * the company, which this hook loads.
 */
export function useOwnTerms(props: ConsentProviderProps, locale: string, template: Template | undefined): OwnTermsResult {
  const { config } = props
  const agreement = isPrepared(config?.agreement) ? undefined : config?.agreement
  const terms = agreement?.terms
  const isMissing = isTermsSource(terms) && !('loaded' in terms)
  // A function cannot be compared: `key` and `hash` identify its text.
  const key = isMissing ? `terms ${toKey([locale, agreement, config?.provider?.id])}` : ''
  // One holder for each text: it can load while the page that shows it is still rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the agreement
  const newest = useMemo(() => ({ current: agreement }), [key])
  useIsomorphicLayoutEffect(() => {
    newest.current = agreement
  })
  const { value, unavailable } = useLate<AgreementInput['terms']>({
    key,
    load: async (signal) => (await import('./load-own-terms.ts')).loadOwnTerms(newest, locale, signal),
    what: 'contract',
    timeoutMs: config?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  })
  if (isPrepared(config?.agreement))
    return { props: withAgreement(props, { ...config.agreement, locale }), loadingTerms: undefined }
  if (agreement === undefined || (terms === undefined && template === undefined)) return { props, loadingTerms: undefined }
  const own = terms && { terms: value ?? terms, locale, plainLocale: agreement.template?.locale ?? 'en' }
  return { props: withAgreement(props, { ...agreement, ...(template && { template }), ...own }), loadingTerms: unavailable }
}

function withAgreement(props: ConsentProviderProps, agreement: AgreementInput | PreparedAgreement): ConsentProviderProps {
  return { ...props, config: { ...props.config, agreement } } as ConsentProviderProps
}
