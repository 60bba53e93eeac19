'use client'

import { type ForwardedRef, forwardRef, type ReactElement, useEffect, useId, useRef } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useTerms } from '../../react/use-terms.ts'
import { type PartProps, renderPart } from '../kit/part.ts'
import { useRoot } from '../kit/root.ts'
import { useText } from '../kit/text.ts'
import { TermsDocument } from '../terms/terms-document.tsx'
import { useSubmitConsent } from './use-submit-consent.ts'

/** Props of {@link TermsCheckbox}. */
export interface TermsCheckboxProps extends PartProps<'div'> {
  /** Name in the form's data. Default `terms`. Its value is the fingerprint of the terms that were on screen. */
  readonly name?: string
  /** The form cannot be sent without it. Default `true`. */
  readonly required?: boolean
  /** Handed to the input, for form libraries: `{...register('terms')}`. */
  readonly inputRef?: (element: HTMLInputElement | null) => void
  readonly onChange?: (event: React.ChangeEvent<HTMLInputElement>) => void
  readonly onBlur?: (event: React.FocusEvent<HTMLInputElement>) => void
}

/**
 * The agreement as a part of a form, at sign-up: the terms in a box that scrolls, and a checkbox with the browser's own validation.
 *
 * Unticked to begin with. The license is made when the form is sent; the form goes on once it is signed on this device.
 *
 * @example
 * <form action={signUp}><input name="email" type="email" /><TermsCheckbox /><button>Sign up</button></form>
 */
export const TermsCheckbox = forwardRef(function TermsCheckbox(
  props: TermsCheckboxProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { name = 'terms', required = true, inputRef, onChange, onBlur, render, asChild, children, ...attributes } = props
  const agreement = useConsent((consent) => consent.agreement)
  const state = useConsent((consent) => consent.state)
  const terms = useTerms()
  const t = useText()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  const root = useRoot('checkbox', attributes)
  const company = agreement.company.name
  useSubmitConsent(input)

  const invalid = t.text('checkbox.required')
  useEffect(() => {
    const element = input.current
    if (element === null) return
    // The browser's own message says "check this box"; ours says which and why.
    const check = () => element.setCustomValidity(element.validity.valueMissing ? invalid : '')
    const clear = () => element.setCustomValidity('')
    element.addEventListener('invalid', check)
    element.addEventListener('change', clear)
    return () => {
      element.removeEventListener('invalid', check)
      element.removeEventListener('change', clear)
    }
  }, [invalid])

  const body = (
    <>
      {terms.status === 'ready' ? (
        <TermsDocument text={terms.text} locale={terms.locale} tree={terms.tree} outline={false} headingLevel={3} />
      ) : (
        <p data-part="checkbox-status" role="status">
          {t.text(terms.status === 'loading' ? 'terms.loading' : terms.status === 'invalid' ? 'terms.invalid' : 'terms.error')}
        </p>
      )}
      {terms.status === 'ready' && (
        <div data-part="checkbox-line">
          <input
            ref={(element) => {
              input.current = element
              inputRef?.(element)
            }}
            id={id}
            type="checkbox"
            name={name}
            value={terms.hash ?? ''}
            required={required}
            onChange={onChange}
            onBlur={onBlur}
          />
          <label htmlFor={id}>{children ?? t.text('checkbox.label', { company, terms: t.text('checkbox.terms') })}</label>
        </div>
      )}
    </>
  )
  return renderPart(
    'div',
    { ...root, 'data-state': state, ref: ref as never, children: body },
    { ...(render && { render }), ...(asChild && { asChild, child: children }) },
    undefined,
  )
})
