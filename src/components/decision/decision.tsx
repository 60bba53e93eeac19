'use client'

import {
  type ForwardedRef,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useContext,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { MessagePart } from '../../locales/format/translator.ts'
import { checkLooks } from '../../react/developer/check-looks.ts'
import type { AcceptOptions } from '../../react/types.ts'
import { followLink } from '../kit/follow-link.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { Unloaded } from '../kit/unloaded.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { RequestInactive } from '../request/request-inactive.ts'
import { foreignLanguage } from '../terms/foreign-language.ts'
import type { DecisionDataAttributes, DecisionState } from './decision-data-attributes.ts'
import { useCheckedPress } from './use-checked-press.ts'
import { useStrayPress } from './use-stray-press.ts'

/** A step that the person has to take before accepting. */
export interface MissingItem {
  /** Id of the element on this page where the step is taken. */
  readonly target: string
  /** Text of the link to that element. */
  readonly text: string
}

/** Props of {@link Decision}. */
export interface DecisionProps extends PartProps<'div', DecisionState> {
  /**
   * Called when the person presses Accept, even while something is `missing`. Pass `measured` to `accept()`: it refuses when the styles of the page
   * alter the choice. A press that comes before the code of these checks has loaded waits for it, as `pending`.
   */
  readonly onAccept: (measured: Pick<AcceptOptions, 'altered'>) => void
  /** Called when the person presses Decline, even while an acceptance is `pending`: it withdraws the pending acceptance. */
  readonly onDecline: () => void
  /** `false` removes Accept from the page, because there are no terms on screen to agree to. Decline stays. Default `true`. */
  readonly acceptable?: boolean | undefined
  /**
   * An acceptance is in progress: further presses of Accept do nothing, and Decline stops it. Both buttons keep name and place. Default
   * `false`.
   */
  readonly pending?: boolean | undefined
  /** What is missing after an early press of Accept, each with a link. Accept itself is never disabled. */
  readonly missing?: readonly MissingItem[] | undefined
  /** `update` labels Decline as keeping the current agreement. Default `first`. */
  readonly kind?: 'first' | 'update' | undefined
  /** Id of the element on this page that contains the full terms. The sentence above the buttons links to it, and opens folded terms. */
  readonly termsId?: string | undefined
  /** Replaces the sentence above the buttons that quotes both labels. */
  readonly notice?: ReactNode
  /** Language of the text that Accept signs, a BCP 47 tag. When it is not the language of the interface, the bar says so. */
  readonly termsLocale?: string | undefined
}

/**
 * Accept and Decline in one component: equal in size, weight and color, in the same order on every screen.
 *
 * No prop changes only one of the buttons. Neither is disabled, except in HTML from a server until the page can act. This keeps the choice
 * symmetric.
 *
 * @example
 * <Decision onAccept={consent.accept} onDecline={consent.decline} />
 */
export const Decision = forwardRef(function Decision(props: DecisionProps, ref: ForwardedRef<HTMLDivElement>): ReactElement {
  const {
    onAccept,
    onDecline,
    acceptable = true,
    pending: isPending = false,
    missing = [],
    kind = 'first',
    notice,
    termsId,
    termsLocale,
    ...rest
  } = props
  const part = useInnerParts()
  const t = useText()
  const id = useId()
  const element = useRef<HTMLDivElement>(null)
  const summary = useRef<HTMLDivElement>(null)
  const [presses, setPresses] = useState(0)
  const checked = useCheckedPress({
    element,
    acceptable,
    onAccept(measured) {
      setPresses((count) => count + 1)
      onAccept(measured)
    },
  })
  const pending = isPending || checked.waiting === 'loading'
  const showsMissing = acceptable && missing.length > 0
  const attributes: DecisionDataAttributes = { 'data-state': !acceptable ? 'closed' : pending ? 'pending' : 'open' }
  const labels = {
    accept: t.text(kind === 'update' ? 'decision.accept.update' : 'decision.accept'),
    decline: t.text(kind === 'update' ? 'decision.decline.update' : 'decision.decline'),
  }
  const language = foreignLanguage(termsLocale, t)
  const disabled = useContext(RequestInactive)
  const isStray = useStrayPress(acceptable)
  const [root, children, renderRoot] = usePart('decision', rest, ref, element)

  // Every early press moves the focus to the summary, not only the first one.
  useEffect(() => {
    if (presses > 0 && showsMissing) summary.current?.focus()
  }, [presses, showsMissing])

  const accept = (event: MouseEvent) => {
    if (!pending && !isStray(event)) checked.press()
  }
  const decline = () => {
    checked.stop()
    onDecline()
  }
  const words: Readonly<Record<string, ReactNode>> = {
    ...labels,
    terms:
      termsId === undefined ? (
        t.text('decision.terms')
      ) : (
        <a href={`#${termsId}`} onClick={followLink}>
          {t.text('decision.terms')}
        </a>
      ),
  }
  const noticeParts = () =>
    t
      .parts('decision.notice')
      .map((piece) => <span key={keyOf(piece)}>{typeof piece === 'string' ? piece : words[piece.place]}</span>)
  const body = (
    <>
      {showsMissing && (
        <div ref={summary} {...part('missing')} tabIndex={-1}>
          {/* The alert is not the focused element: screen readers announce a focused alert twice or not at all. */}
          <div role="alert">
            <p {...part('message-title')}>
              <Icon name="alert" /> <span>{t.text('decision.missing.title')}</span>
            </p>
            <ul>
              {missing.map(({ target, text }) => (
                <li key={target + text}>
                  <a href={`#${target}`} onClick={followLink}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {(acceptable || notice) && (
        <p id={`${id}-notice`} {...part('decision-notice')}>
          {language && <strong>{t.text('decision.language', { language })}</strong>}
          {/* Separate elements, because an automatic translation replaces the text. */}
          <span key={notice ? 'notice' : String(pending)}>{notice || (pending ? t.text('status.sending') : noticeParts())}</span>
          {pending && (
            <button type="button" {...part('action')} onClick={decline}>
              {t.text('action.stop')}
            </button>
          )}
        </p>
      )}
      {checked.waiting === 'failed' && <Unloaded onRetry={checked.press} />}
      {children}
      {/* A class of the host app for one button reaches both, so that it cannot make them unequal. */}
      <div ref={checkLooks} {...part('choices')}>
        {acceptable && (
          <button
            type="button"
            {...part('accept', part('decline').className)}
            aria-describedby={`${id}-notice`}
            aria-busy={pending || undefined}
            aria-disabled={pending || undefined}
            disabled={disabled}
            // A held key repeats its press, which began before Accept had the focus.
            onKeyDown={(event) => event.repeat && event.key === 'Enter' && event.preventDefault()}
            onClick={accept}
          >
            {labels.accept}
          </button>
        )}
        <button type="button" {...part('decline', part('accept').className)} disabled={disabled} onClick={decline}>
          {labels.decline}
        </button>
      </div>
    </>
  )
  return renderRoot(
    'div',
    { role: 'group', 'aria-label': t.text('decision.label'), ...root, ...attributes, children: body },
    attributes['data-state'],
  )
})

function keyOf(piece: MessagePart): string {
  return typeof piece === 'string' ? piece : piece.place
}
