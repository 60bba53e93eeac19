'use client'

import { useMemo } from 'react'
import { DEFAULT_TIMEOUT_MS } from '../client/defaults.ts'
import { isLicetError, LicetError } from '../core/errors.ts'
import type { AgreementInput, Template } from '../terms/index.ts'
import { isContractText, isTermsSource } from '../terms/own-terms.ts'
import type { UnavailableTerms } from './context.ts'
import type { ConsentProviderProps } from './provider-props.ts'
import { toKey } from './to-key.ts'
import { useIsomorphicLayoutEffect } from './use-isomorphic-layout-effect.ts'
import { type Loaded, useLate } from './use-late.ts'

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
  const agreement = config?.agreement
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
    async load(signal) {
      const { loadTerms } = await import('../client/load-terms.ts')
      const load = () => loadTerms(newest.current as AgreementInput, { locale, signal })
      // A network often fails once. What Licet itself refuses is the same again.
      const loaded = await load().catch((error: unknown) => (isLicetError(error) ? Promise.reject(error) : load()))
      return loaded.terms
    },
    toFailure,
    timeoutMs: config?.timeoutMs ?? DEFAULT_TIMEOUT_MS,
  })
  if (agreement === undefined || (terms === undefined && template === undefined)) return { props, loadingTerms: undefined }
  // A text without a tag is in the language of the configured wording, whatever the language of the interface is.
  const tagged = isContractText(terms) ? { [agreement.template?.locale ?? 'en']: terms } : (value ?? terms)
  const own = terms === undefined ? {} : { terms: tagged, locale }
  const next = { ...agreement, ...(template && { template }), ...own }
  return { props: { ...props, config: { ...config, agreement: next } } as ConsentProviderProps, loadingTerms: unavailable }
}

function toFailure<T>(cause: unknown): Loaded<T> {
  if (isLicetError(cause, 'terms_changed') || isLicetError(cause, 'invalid_configuration'))
    return { status: 'invalid', error: cause }
  const error = isLicetError(cause)
    ? cause
    : new LicetError(
        'terms_unavailable',
        'The terms did not load. Nothing can be accepted without them. Call `retry()`. `cause` has the reason.',
        { cause },
      )
  return { status: 'error', error }
}
