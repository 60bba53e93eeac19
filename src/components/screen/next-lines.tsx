'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useText } from '../kit/text.ts'
import { formatDuration, formatReward } from '../summary/summary.tsx'

/** A line: its icon, its name, what it says. */
export type Line = readonly [icon: IconName, name: string, value: ReactNode]

/** Props of {@link NextLines}. */
export interface NextLinesProps {
  /** When it ends by itself. */
  readonly expiry: string | undefined
  /** It is not today's agreement, whose reward may be another one: none is said. */
  readonly outdated: boolean
  /** Lines that come first. */
  readonly first?: readonly Line[] | undefined
}

/** What comes after agreeing: what the person gets, until when, how to withdraw. */
export function NextLines({ expiry, outdated, first = [] }: NextLinesProps): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const t = useText()
  const lines: Line[] = [...first]
  if (!outdated) lines.push(['reward', t.text('summary.reward'), formatReward(agreement, t)])
  lines.push(['duration', t.text('summary.duration'), formatDuration(expiry, t)])
  lines.push(['withdrawal', t.text('summary.withdrawal'), t.text('summary.withdrawal.how')])
  return (
    <dl data-part="summary-lines">
      {lines.map(([icon, name, value]) => (
        <div key={icon} data-line={icon}>
          <dt>
            <Icon name={icon} />
            {name}
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
