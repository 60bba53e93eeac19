'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type Ref, useCallback, useEffect, useId, useRef, useState } from 'react'
import { type AskReason, type ConsentState, isAsking } from '../../core/consent-flow.ts'
import type { MessageKey } from '../../locales/format/messages.ts'
import { tellMisuse } from '../../react/tell-misuse.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { useTerms } from '../../react/use-terms.ts'
import { errorMessageKey } from '../consent/error-message.ts'
import { TermsSkeleton } from '../consent/skeleton.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { StatusMessage } from '../message/status-message.tsx'
import { TermsDocument } from '../terms/terms-document.tsx'
import { useSubmitConsent } from './use-submit-consent.ts'

/** Props of {@link TermsCheckbox}. */
export interface TermsCheckboxProps extends PartProps<'div'> {
  /** Name in the form's data. Default `terms`. Its value is the fingerprint of the terms that were on screen. */
  readonly name?: string | undefined
  /**
   * The form cannot be sent without it, also while the terms are not there to be ticked, and before the page is interactive: unless the form has
   * `noValidate`, so a server looks whether the form's data has it. Default `true`.
   */
  readonly required?: boolean | undefined
  /** Handed to the input, for form libraries: `{...register('terms')}`. */
  readonly inputRef?: ((element: HTMLInputElement | null) => void) | undefined
  /**
   * For a form that checks its other fields in its own handler: gives that handler what makes the license, to call once all else is right.
   * It resolves with whether the form may go: the license is signed, or there is none to sign. The form is not held back then.
   */
  readonly agreeRef?: Ref<() => Promise<boolean>> | undefined
  readonly onChange?: ((event: React.ChangeEvent<HTMLInputElement>) => void) | undefined
  readonly onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined
}

type Said = Extract<MessageKey, 'status.queued.title' | 'status.already.title' | 'diff.minor' | 'diff.material'>

/** What stands already, by the state or by why the person is asked. */
const STANDINGS: { readonly [Standing in ConsentState | AskReason]?: Said } = {
  queued: 'status.queued.title',
  licensed: 'status.already.title',
  'already-licensed': 'status.already.title',
  expiring: 'status.already.title',
  'update-minor': 'diff.minor',
  'update-material': 'diff.material',
}

/**
 * The agreement as a part of a form, at sign-up: the terms in a box that scrolls, and a checkbox with the browser's own validation.
 *
 * Unticked to begin with. The license is made when the form is sent; the form goes on once it is signed on this device. What keeps it back
 * is said above the box, which takes the focus.
 *
 * @example
 * <form action={signUp}><input name="email" type="email" /><TermsCheckbox /><button>Sign up</button></form>
 */
export const TermsCheckbox = forwardRef(function TermsCheckbox(
  props: TermsCheckboxProps,
  ref: ForwardedRef<HTMLDivElement>,
): ReactElement {
  const { name = 'terms', required = true, inputRef, agreeRef, onChange, onBlur, ...rest } = props
  const agreement = useConsent((consent) => consent.agreement)
  const state = useConsent((consent) => consent.status)
  const reason = useConsent((consent) => consent.reason)
  const error = useConsent((consent) => consent.error)
  const missing = useConsent((consent) => consent.missing)
  const terms = useTerms()
  const t = useText()
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const answer = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const inputRefs = useMergedRef([input, inputRef])
  const [root, children, renderRoot] = usePart('checkbox', rest, ref, element)
  const company = agreement.company.name
  const { phase, resend } = useSubmitConsent({ root: element, input, answer, required, agreeRef })
  const isAgreeing = phase === 'agreeing' || state === 'submitting'
  // A withdrawal that is on its way comes first.
  const waits = t.text(state === 'withdrawing' ? 'status.withdrawn.queued' : 'status.submitting')
  const why = missing[0] === undefined ? errorMessageKey(error?.code) : (`decision.missing.${missing[0].what}` as const)
  const hasFailed = phase === 'failed' ? isAsking(state) : phase === 'idle' && state === 'submit-error'
  // There is a box only while the very text that it stands for is on screen (experience 1 and 2).
  const [shown, setShown] = useState<string>()
  const [unshown, setUnshown] = useState(false)
  const onUnshown = useCallback(() => setUnshown(true), [])
  const status = unshown ? 'error' : terms.status
  const offersBox = status === 'ready' && shown === terms.text && state !== 'unsupported'
  // Where a server drew the form nothing hears it until the browser has taken over. Until then a field that nothing fits holds it, in the
  // place of the box: a box could be ticked, and nobody would sign.
  const isHydrated = useIsHydrated()
  const [isOfServer] = useState(!isHydrated)
  const isHeld = isOfServer && required && !offersBox && (!isHydrated || (status === 'ready' && state !== 'unsupported'))

  // Whoever agreed before is told so: an empty box alone would say that they did not.
  const standing = phase === 'idle' ? (STANDINGS[state] ?? STANDINGS[reason]) : undefined
  useEffect(() => {
    if (element.current?.closest('form') === null) tellMisuse('form', name)
  }, [name])

  // The browser's own message says "check this box"; ours says which and why.
  const [isInvalid, setInvalid] = useState(false)
  const tellInvalid = ({ currentTarget }: { readonly currentTarget: HTMLInputElement }) => {
    setInvalid(true)
    currentTarget.setCustomValidity(currentTarget.validity.valueMissing ? t.text('checkbox.required') : '')
  }
  const retry = (again: () => void) => (
    <button
      type="button"
      data-part="action"
      onClick={() => {
        // The button goes with its message.
        answer.current?.focus()
        again()
      }}
    >
      {t.text('action.retry')}
    </button>
  )
  const body = (
    <>
      <LiveRegion>{isAgreeing ? waits : status === 'pending' ? t.text('terms.loading') : ''}</LiveRegion>
      {status === 'ready' && (
        <TermsDocument
          text={terms.text}
          locale={terms.locale}
          tree={terms.tree}
          onShown={setShown}
          onFailed={onUnshown}
          outline={false}
          headingLevel={3}
        />
      )}
      <div ref={answer} data-part="checkbox-answer" tabIndex={-1}>
        {status === 'pending' && (
          <>
            <TermsSkeleton label={t.text('terms.loading')} />
            {!isHeld && <div data-part="actions">{retry(terms.retry)}</div>}
          </>
        )}
        {(status === 'error' || status === 'invalid') && (
          <StatusMessage variant="error" role="alert" actions={retry(unshown ? () => setUnshown(false) : terms.retry)}>
            <p>{t.text(`terms.${status}`)}</p>
          </StatusMessage>
        )}
        {state === 'unsupported' && (
          <StatusMessage variant="error" role="alert" heading={t.text('status.unsupported.title')}>
            <p>{t.text('status.unsupported')}</p>
          </StatusMessage>
        )}
        {isAgreeing && <StatusMessage variant="waiting">{waits}</StatusMessage>}
        {offersBox && hasFailed && (
          <StatusMessage
            id={`${id}-error`}
            variant="error"
            role="alert"
            heading={t.text('error.title')}
            actions={why === 'error.setup' ? undefined : retry(resend)}
          >
            <p>{t.text(why)}</p>
            {error !== undefined && <p className="licet-muted">{t.text('error.code', { code: error.code })}</p>}
          </StatusMessage>
        )}
        {offersBox && standing !== undefined && <StatusMessage>{t.text(standing)}</StatusMessage>}
        {(offersBox || isHeld) && (
          <div data-part="checkbox-line">
            {offersBox ? (
              <input
                key="box"
                ref={inputRefs}
                id={id}
                type="checkbox"
                name={name}
                value={terms.hash ?? ''}
                required={required}
                aria-describedby={hasFailed ? `${id}-error` : undefined}
                // Until it was sent too early: of itself a browser calls what is required and empty invalid from the start.
                aria-invalid={isInvalid}
                onInvalid={tellInvalid}
                onChange={(event) => {
                  setInvalid(false)
                  event.currentTarget.setCustomValidity('')
                  onChange?.(event)
                }}
                onBlur={onBlur}
              />
            ) : (
              <input
                id={id}
                required
                pattern="(?!)"
                maxLength={0}
                inputMode="none"
                autoComplete="off"
                aria-disabled
                disabled={isHydrated}
              />
            )}
            <label htmlFor={id}>{children ?? t.text('checkbox.label', { company, terms: t.text('checkbox.terms') })}</label>
          </div>
        )}
      </div>
    </>
  )
  return renderRoot('div', { ...root, 'data-state': state, 'aria-busy': isAgreeing || undefined, children: body }, undefined)
})
