'use client'

import {
  type ForwardedRef,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import { findInRoot } from '../kit/find-in-root.ts'
import { Icon } from '../kit/icons.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import type { DecisionState } from './decision-data-attributes.ts'

/** Something that has to be done before accepting. */
export interface MissingItem {
  /** Where it can be done: the id of an element on this page. */
  readonly target: string
  /** What is missing, in words: the text of the link. */
  readonly text: string
}

/** Props of {@link Decision}. */
export interface DecisionProps extends PartProps<'div', DecisionState> {
  /** The person pressed Accept, also while something is `missing`. */
  readonly onAccept: () => void
  /** The person pressed Decline. */
  readonly onDecline: () => void
  /** `false` takes Accept out of the page: there are no terms on screen to agree to. Decline stays. Default `true`. */
  readonly acceptable?: boolean | undefined
  /** An acceptance is under way: pressing again does nothing, both choices stay where they are. */
  readonly pending?: boolean | undefined
  /** What the last press of Accept came too early for, each with a link to it. Accept is never disabled. */
  readonly missing?: readonly MissingItem[] | undefined
  /** `update` words Decline as keeping what was agreed. Default `first`. */
  readonly kind?: 'first' | 'update' | undefined
  /** Stands above the choices, instead of the sentence that quotes both labels. */
  readonly notice?: ReactNode
}

/**
 * Accept and Decline as one component: the same size, weight, color and layer, in the same order on every screen.
 *
 * There is no lone Accept, no prop that changes one of them, and neither is ever disabled (experience 1, 3, 4, 18).
 *
 * @example
 * <Decision onAccept={() => consent.accept()} onDecline={() => consent.decline()} />
 */
export const Decision = forwardRef(function Decision(props: DecisionProps, ref: ForwardedRef<HTMLDivElement>): ReactElement {
  const { onAccept, onDecline, acceptable = true, pending = false, missing = [], kind = 'first', notice, ...rest } = props
  const t = useText()
  const id = useId()
  const summary = useRef<HTMLDivElement>(null)
  const [presses, setPresses] = useState(0)
  const told = acceptable && missing.length > 0
  const state: DecisionState = !acceptable ? 'closed' : pending ? 'pending' : 'open'
  const labels = {
    accept: t.text('decision.accept'),
    decline: t.text(kind === 'update' ? 'decision.decline.update' : 'decision.decline'),
  }
  const [root, children, renderRoot] = usePart('decision', rest, ref)

  // Each press that came too early takes the reader to what is missing, also the second one.
  useEffect(() => {
    if (presses > 0 && told) summary.current?.focus()
  }, [presses, told])

  const accept = () => {
    if (pending) return
    setPresses((count) => count + 1)
    onAccept()
  }
  const body = (
    <>
      {told && (
        <div ref={summary} data-part="missing" tabIndex={-1}>
          {/* Of its own: an alert that takes the focus is heard twice, or not at all. */}
          <div role="alert">
            <p data-part="message-title">
              <Icon name="alert" /> {t.text('decision.missing.title')}
            </p>
            <ul>
              {missing.map(({ target, text }) => (
                <li key={target + text}>
                  <a href={`#${target}`} onClick={(event) => goTo(target, event)}>
                    {text}
                  </a>
                </li>
              ))}
            </ul>
          </div>
        </div>
      )}
      {acceptable && (
        <p id={`${id}-notice`} data-part="decision-notice">
          {notice ?? t.text('decision.notice', labels)}
        </p>
      )}
      {children}
      <div data-part="choices">
        {acceptable && (
          <button
            type="button"
            data-part="accept"
            aria-describedby={`${id}-notice`}
            aria-busy={pending || undefined}
            onClick={accept}
          >
            {labels.accept}
          </button>
        )}
        <button type="button" data-part="decline" onClick={() => (pending ? undefined : onDecline())}>
          {labels.decline}
        </button>
      </div>
    </>
  )
  return renderRoot(
    'div',
    { role: 'group', 'aria-label': t.text('decision.label'), ...root, 'data-state': state, children: body },
    state,
  )
})

function goTo(target: string, event: MouseEvent<Element>): void {
  const element = findInRoot(event.currentTarget, target)
  if (element === null) return
  event.preventDefault()
  element.scrollIntoView({ block: 'start' })
  element.focus({ preventScroll: true })
}
