'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type Ref, useEffect, useId, useRef } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import type { DecisionHandlers } from '../../react/decision-handlers.ts'
import { useConsent } from '../../react/use-consent.ts'
import { warnMisuse } from '../../react/warn-misuse.ts'
import { useAnnouncement } from '../consent/use-announcement.ts'
import { viewTitle } from '../consent/view-title.ts'
import { withDecisionHandlers } from '../consent/with-decision-handlers.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { TermsDocument } from '../terms/terms-document.tsx'
import type { CheckboxDataAttributes } from './checkbox-data-attributes.ts'
import { CheckboxLine } from './checkbox-line.tsx'
import { CheckboxMessages } from './checkbox-messages.tsx'
import { useCheckboxState } from './use-checkbox-state.ts'
import { useSubmitConsent } from './use-submit-consent.ts'

/** Props of {@link TermsCheckbox}. */
export interface TermsCheckboxProps extends PartProps<'div', ConsentState>, Pick<DecisionHandlers, 'onAccept'> {
  /** Name of the field. Its value is the SHA3-256 hash of the terms on screen, base64url. Default `terms`. */
  readonly name?: string | undefined
  /**
   * Whether the form requires an agreement, also while the terms load and before hydration. Default `true`.
   *
   * A form with `noValidate` is sent anyway, so check on the server that the field is there.
   */
  readonly required?: boolean | undefined
  /** Ref to the input, for form libraries: `{...register('terms')}`. */
  readonly inputRef?: ((element: HTMLInputElement | null) => void) | undefined
  /**
   * Receives a function that creates the license, for a form that checks its other fields in its own handler. Call it when they are valid.
   *
   * It resolves with `true` when the license is signed or none is needed: send the form then. With this ref the component does not delay the
   * form.
   */
  readonly agreeRef?: Ref<() => Promise<boolean>> | undefined
  /** Called when the box changes. */
  readonly onChange?: ((event: React.ChangeEvent<HTMLInputElement>) => void) | undefined
  /** Called when the box loses the focus. */
  readonly onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined
}

/**
 * The agreement as a part of a form, for sign-up: the terms in a region that scrolls, and a checkbox with the browser's own validation.
 *
 * The box starts unticked. Sending the form creates the license; the form continues once it is signed on this device. If nothing was signed,
 * a message shows why, and the box takes the focus.
 *
 * @example
 * <form action={signUp}><input name="email" type="email" /><TermsCheckbox /><button>Sign up</button></form>
 */
export const TermsCheckbox = withDecisionHandlers(
  forwardRef(function TermsCheckbox(props: TermsCheckboxProps, ref: ForwardedRef<HTMLDivElement>): ReactElement {
    const { name = 'terms', required = true, inputRef, agreeRef, onChange, onBlur, ...rest } = props
    const part = useInnerParts()
    const t = useText()
    const id = useId()
    const element = useRef<HTMLDivElement>(null)
    const answer = useRef<HTMLDivElement>(null)
    const input = useRef<HTMLInputElement>(null)
    const boxRef = useMergedRef([input, inputRef])
    const [root, children, renderRoot] = usePart('checkbox', rest, ref, element)
    const { phase, resend } = useSubmitConsent({ root: element, input, answer, required, agreeRef })
    const state = useCheckboxState({ phase, required })
    const { status, terms, termsStatus, isSubmitting, hasBox, isBlocked, earlierDecision, progress } = state
    const company = useConsent((consent) => consent.agreement.company.name)
    const announcement = useAnnouncement({
      surface: element,
      status,
      outcome: viewTitle({ status, company, reason: 'first', isLicensed: false, pendingDecision: undefined, isRefused: false }, t),
      announcement: isSubmitting
        ? t.text(progress)
        : termsStatus === 'pending'
          ? t.text('terms.loading')
          : earlierDecision === 'status.queued.memory'
            ? t.text(earlierDecision)
            : '',
    })
    useEffect(() => {
      if (element.current?.closest('form') === null) warnMisuse('form', name)
    }, [name])
    const body = (
      <>
        <LiveRegion>{announcement}</LiveRegion>
        {termsStatus === 'ready' && (
          <TermsDocument
            text={terms.text}
            locale={terms.locale}
            tree={terms.tree}
            onShown={state.onShown}
            onFailed={state.onFailed}
            outline={false}
            headingLevel={3}
          />
        )}
        <div ref={answer} {...part('checkbox-answer')} tabIndex={-1}>
          <CheckboxMessages state={state} errorId={`${id}-error`} answer={answer} onResend={resend} />
          {(hasBox || isBlocked) && (
            <CheckboxLine
              id={id}
              hasBox={hasBox}
              boxRef={boxRef}
              name={name}
              hash={terms.hash}
              required={required}
              errorId={state.failure && `${id}-error`}
              onChange={onChange}
              onBlur={onBlur}
            >
              {children}
            </CheckboxLine>
          )}
        </div>
      </>
    )
    const attributes: CheckboxDataAttributes = { 'data-state': status }
    return renderRoot('div', { ...root, ...attributes, 'aria-busy': isSubmitting || undefined, children: body }, status)
  }),
)
