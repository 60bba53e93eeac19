'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type Ref, useCallback, useEffect, useId, useRef } from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { checkContrast } from '../../react/developer/check-looks.ts'
import { warnMisuse } from '../../react/developer/warn-misuse.ts'
import { useHintedState } from '../../react/hint/use-hinted-state.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import type { PartProps } from '../kit/part-props.ts'
import { SAMPLE_DATE } from '../kit/sample-date.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useLostFocus } from '../kit/use-lost-focus.ts'
import { useMergedRef } from '../kit/use-merged-ref.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { useAnnouncement } from '../surface/use-announcement.ts'
import { viewTitle } from '../surface/view-title.ts'
import { withDecisionHandlers } from '../surface/with-decision-handlers.tsx'
import { foreignLanguage } from '../terms/foreign-language.ts'
import { TermsDocument } from '../terms/terms-document.tsx'
import type { CheckboxDataAttributes } from './checkbox-data-attributes.ts'
import { CheckboxFacts } from './checkbox-facts.tsx'
import { CheckboxLine } from './checkbox-line.tsx'
import { CheckboxMessages } from './checkbox-messages.tsx'
import { useAgreement } from './use-agreement.ts'
import { useCheckboxState } from './use-checkbox-state.ts'
import { useSubmitConsent } from './use-submit-consent.ts'

/** Props of {@link TermsCheckbox}. */
export interface TermsCheckboxProps extends PartProps<'div', ConsentState>, Pick<DecisionHandlers, 'onAccept'> {
  /**
   * Name of the field. Default `terms`. Its value is the SHA3-256 of the signed terms, base64url; on the server, read it with
   * `readTermsField()`.
   */
  readonly name?: string | undefined
  /**
   * Whether the form requires an agreement, even while the terms load. Default `true`.
   *
   * Without JavaScript, and before hydration, a form can be sent with an agreement that is not signed. Check that on the server with
   * `readTermsField()` of `licet/client`.
   */
  readonly required?: boolean | undefined
  /**
   * Whether to show what the data is for, with a choice for each optional purpose. Default `false`: only the necessary purposes are signed.
   */
  readonly purposes?: boolean | undefined
  /** Level of the title of the terms. Default 3. */
  readonly headingLevel?: 2 | 3 | 4 | 5 | undefined
  /** Ref to the input, for form libraries: `{...register('terms')}`. */
  readonly inputRef?: ((element: HTMLInputElement | null) => void) | undefined
  /**
   * Receives a function that creates the license, for a form that checks its other fields in its own handler. Call it when they are valid.
   *
   * It resolves with `true` when the license is signed or none is needed: send the form then. With this ref the component does not delay
   * the form.
   */
  readonly agreeRef?: Ref<() => Promise<boolean>> | undefined
  /** Called when the box changes. */
  readonly onChange?: ((event: React.ChangeEvent<HTMLInputElement>) => void) | undefined
  /** Called when the box loses the focus. */
  readonly onBlur?: ((event: React.FocusEvent<HTMLInputElement>) => void) | undefined
}

/**
 * The agreement as a part of a form, for sign-up: the main facts, the terms in a region that scrolls, and a checkbox with the browser's own
 * validation.
 *
 * The box starts unticked. Sending the form creates the license; the form continues once it is signed on this device. If nothing was
 * signed, a message shows why, and the box takes the focus. Someone who already agreed sees the date instead of the box.
 *
 * @example
 * <form action={signUp}><input name="email" type="email" /><TermsCheckbox /><button>Sign up</button></form>
 */
export const TermsCheckbox = withDecisionHandlers(
  forwardRef(function TermsCheckbox(props: TermsCheckboxProps, ref: ForwardedRef<HTMLDivElement>): ReactElement {
    const {
      name = 'terms',
      required = true,
      purposes = false,
      headingLevel = 3,
      inputRef,
      agreeRef,
      onChange,
      onBlur,
      ...rest
    } = props
    const part = useInnerParts()
    const t = useText()
    const id = useId()
    const element = useRef<HTMLDivElement>(null)
    const answer = useRef<HTMLDivElement>(null)
    const input = useRef<HTMLInputElement>(null)
    const wasTicked = useRef(false)
    const noteTick = useCallback((box: HTMLInputElement | null) => {
      if (box !== null) wasTicked.current = box.checked
    }, [])
    const boxRef = useMergedRef([noteTick, input, inputRef])
    const [root, children, renderRoot] = usePart('checkbox', rest, ref, element, useOwnPlace())
    const { phase, resend } = useSubmitConsent({ root: element, input, wasTicked, answer, required, agreeRef })
    const state = useCheckboxState({ phase })
    const { status, terms, termsStatus, isSubmitting, hasAgreed, hasBox, earlierDecision, progress } = state
    const agreement = useAgreement(hasAgreed)
    const agreedText =
      agreement.date === undefined
        ? undefined
        : t.text(agreement.isOutdated ? 'status.kept' : 'checkbox.agreed', { date: t.date(agreement.date) })
    // Until the license of the device is known, the line below the terms follows the hint of the provider.
    const hinted = useHintedState()
    const isChecking = status === 'checking'
    const isHinted = isChecking && hinted === 'already-licensed'
    const language = termsStatus === 'ready' && hasBox && !agreedText && !isHinted ? foreignLanguage(terms.locale, t) : undefined
    const { company, expiry } = useConsent((consent) => consent.agreement)
    const announcement = useAnnouncement({
      surface: element,
      status,
      outcome: viewTitle(
        { status, company: company.name, reason: 'first', isLicensed: false, pendingDecision: undefined, isRefused: false },
        t,
      ),
      announcement: isSubmitting
        ? t.text(progress)
        : termsStatus === 'pending'
          ? t.text('terms.loading')
          : earlierDecision === 'status.queued.memory'
            ? t.text(earlierDecision)
            : '',
    })
    useEffect(() => checkContrast(element.current), [])
    // The person agreed in another tab: the box that had the focus is hidden.
    const isFocusLost = useLostFocus(element)
    useEffect(() => {
      if (hasAgreed && isFocusLost()) answer.current?.focus({ preventScroll: true })
    }, [hasAgreed, isFocusLost])
    useEffect(() => {
      if (element.current?.closest('form') === null) warnMisuse('form', name)
    }, [name])
    const body = (
      <>
        <LiveRegion>{announcement}</LiveRegion>
        {!agreement.isOutdated && (
          <CheckboxFacts
            hasPurposes={purposes}
            headingLevel={headingLevel}
            agreed={hasAgreed ? agreement : isHinted ? { expiry } : undefined}
          />
        )}
        {termsStatus === 'ready' && (
          <TermsDocument
            text={terms.text}
            locale={terms.locale}
            tree={terms.tree}
            onShown={state.onShown}
            onFailed={state.onFailed}
            outline={false}
            headingLevel={headingLevel}
          />
        )}
        <div ref={answer} {...part('checkbox-answer')} tabIndex={-1}>
          <CheckboxMessages state={state} errorId={`${id}-error`} answer={answer} onResend={resend} />
          {language && (
            <p id={`${id}-language`}>
              <strong>{t.text('decision.language', { language })}</strong>
            </p>
          )}
          {isHinted ? (
            // The place of the date, so that nothing moves when it is known.
            <div {...part('checkbox-line')} aria-hidden>
              {t.text('checkbox.agreed', { date: t.date(SAMPLE_DATE) })}
            </div>
          ) : hasBox ? (
            <CheckboxLine
              id={id}
              isReady={state.isBoxReady}
              isUnknown={isChecking && hinted !== 'ask'}
              boxRef={boxRef}
              name={name}
              hash={agreement.termsHash ?? terms.hash}
              required={required}
              agreed={agreedText}
              describedBy={[language && `${id}-language`, state.failure && `${id}-error`].filter(Boolean).join(' ') || undefined}
              onChange={onChange}
              onBlur={onBlur}
            >
              {children}
            </CheckboxLine>
          ) : null}
          <noscript>
            <p className="licet-muted">{t.text('checkbox.unsigned')}</p>
          </noscript>
        </div>
      </>
    )
    const attributes: CheckboxDataAttributes = { 'data-state': status }
    return renderRoot('div', { ...root, ...attributes, 'aria-busy': isSubmitting || undefined, children: body }, status)
  }),
)
