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
  /** The contract is on screen, and is still being checked: nobody can agree to it yet. */
  readonly isUnchecked: boolean
}

/**
 * Returns the props with the agreement in the language of the provider: with the wording of that language, and with the text of a contract of
 * the company, which this hook loads or checks.
 */
export function useOwnTerms(props: ConsentProviderProps, locale: string, template: Template | undefined): OwnTermsResult {
  const { config } = props
  const agreement = isPrepared(config?.agreement) ? undefined : config?.agreement
  const terms = agreement?.terms
  const isMissing = isTermsSource(terms) && !('loaded' in terms)
  // A development build has checked it. The code for the check is no part of the first load.
  const isInline = terms !== undefined && !isMissing && process.env.NODE_ENV === 'production'
  // A function cannot be compared: `key` and `hash` identify its text.
  const key = isMissing || isInline ? `terms ${toKey([locale, agreement, config?.provider?.id])}` : ''
  // One holder for each text: it can load while the page that shows it is still rendering.
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the agreement
  const newest = useMemo(() => ({ current: agreement }), [key])
  useIsomorphicLayoutEffect(() => {
    newest.current = agreement
  })
  const { value, unavailable } = useLate<AgreementInput['terms']>({
    key,
    async load(signal) {
      const { checkContract, loadOwnTerms } = await import('./load-own-terms.ts')
      return isInline ? checkContract(newest.current as AgreementInput) : loadOwnTerms(newest, locale, signal)
    },
    what: 'contract',
    timeoutMs: config?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  })
  if (isPrepared(config?.agreement))
    return { props: withAgreement(props, { ...config.agreement, locale }), loadingTerms: undefined, isUnchecked: false }
  if (agreement === undefined || (terms === undefined && template === undefined))
    return { props, loadingTerms: undefined, isUnchecked: false }
  const own = terms && { terms: value ?? terms, locale, plainLocale: agreement.template?.locale ?? 'en' }
  const isUnchecked = isInline && unavailable?.status === 'pending'
  return {
    props: withAgreement(props, { ...agreement, ...(template && { template }), ...own }),
    loadingTerms: isUnchecked ? undefined : unavailable,
    isUnchecked,
  }
}

function withAgreement(props: ConsentProviderProps, agreement: AgreementInput | PreparedAgreement): ConsentProviderProps {
  return { ...props, config: { ...props.config, agreement } } as ConsentProviderProps
}
