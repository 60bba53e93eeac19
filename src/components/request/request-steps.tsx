'use client'

import { createContext, type FocusEvent, type MouseEvent, type ReactElement, useContext, useMemo, useState } from 'react'
import type { MessageKey } from '../../locales/format/messages.ts'
import { useInternalSettings } from '../../react/provider/context.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { RequestInactive } from './request-inactive.ts'

const LABELS = { summary: 'summary.label', choice: 'purposes.optional', terms: 'terms.label' } as const satisfies Record<
  string,
  MessageKey
>

/** A step of a request: the facts, the purposes to choose from, or the full terms. */
export type RequestStep = keyof typeof LABELS

/** The step that is on screen, and a function that goes to another one. */
export type CurrentStep = readonly [step: RequestStep, goTo: (step: RequestStep) => void]

/** The step of the request around a component; `undefined` in a layout without steps. */
export const RequestStepContext = createContext<CurrentStep | undefined>(undefined)

/** Returns the step of a request and the attributes of the element around its steps; `undefined` in a layout without steps. */
export function useRequestSteps(prefix: string) {
  const hasSteps = useInternalSettings().appearance.layout === 'stepper'
  const [step, goTo] = useState<RequestStep>('summary')
  const current = useMemo<CurrentStep | undefined>(() => (hasSteps ? [step, goTo] : undefined), [hasSteps, step])
  const attributes = current && {
    'data-step': step,
    // The other steps are clipped, not hidden: a switch that gets the focus, or that a link leads to, comes on screen.
    onFocus: ({ target }: FocusEvent) => target.matches('[data-part="purpose"] input') && goTo('choice'),
    onClickCapture: ({ target }: MouseEvent) => 'hash' in target && target.hash === `#${prefix}purposes` && goTo('choice'),
  }
  return [current, attributes] as const
}

/** Props of {@link RequestSteps}. */
export interface RequestStepsProps {
  readonly current: CurrentStep
  /** There are purposes to choose from. */
  readonly hasChoice: boolean
}

/** The list of the steps of a request, for one column. */
export function RequestSteps({ current: [step, goTo], hasChoice }: RequestStepsProps): ReactElement {
  const part = useInnerParts()
  const t = useText()
  const disabled = useContext(RequestInactive)
  const names = (Object.keys(LABELS) as RequestStep[]).filter((name) => hasChoice || name !== 'choice')
  return (
    <ol {...part('screen-steps')}>
      {names.map((name) => (
        <li key={name}>
          <button
            type="button"
            {...part('screen-step')}
            aria-current={name === step ? 'step' : undefined}
            disabled={disabled}
            onClick={({ currentTarget }) => {
              goTo(name)
              // The list stays at the top of the window. The next step starts there.
              const request = currentTarget.closest('[data-step]')
              if (request && request.getBoundingClientRect().top < 0) request.scrollIntoView?.()
            }}
          >
            {t.text(LABELS[name])}
          </button>
        </li>
      ))}
    </ol>
  )
}
