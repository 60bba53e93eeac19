'use client'

import type { ReactElement, ReactNode } from 'react'
import { useInnerParts } from '../kit/use-inner-parts.ts'

/** Props of {@link OutcomeSteps}. */
export interface OutcomeStepsProps {
  /** What happened. */
  readonly message: ReactNode
  /** Other things to do, each a row. */
  readonly rows: ReactNode
  /** The one button that leaves the view. */
  readonly done?: ReactNode
}

/** An outcome in the order of every outcome: what happened, what else the person can do, and the button that leaves. */
export function OutcomeSteps({ message, rows, done }: OutcomeStepsProps): ReactElement {
  const part = useInnerParts()
  return (
    <div {...part('outcome-next')}>
      {message}
      <div className="licet-rows">{rows}</div>
      {done && <div {...part('actions')}>{done}</div>}
    </div>
  )
}
