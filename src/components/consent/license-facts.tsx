'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useText } from '../kit/use-text.ts'
import { formatDuration, formatReward } from '../summary/format-summary.tsx'

/** A line: its icon, its name, what it says. */
export type LicenseFact = readonly [icon: IconName, name: string, value: ReactNode]

/** Props of {@link LicenseFacts}. */
export interface LicenseFactsProps {
  /** When it ends by itself. */
  readonly expiry: string | undefined
  /** It is not today's agreement, whose reward may be another one: none is said. */
  readonly outdated: boolean
  /** Lines that come first. */
  readonly first?: readonly LicenseFact[] | undefined
}

/** What comes after agreeing: what the person gets, until when, how to withdraw. */
export function LicenseFacts({ expiry, outdated, first = [] }: LicenseFactsProps): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const t = useText()
  const lines: LicenseFact[] = [...first]
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
