'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { formatDuration, formatReward } from '../summary/format-summary.tsx'

/** One fact: its icon, its name and its value. */
export type LicenseFact = readonly [icon: IconName, name: string, value: ReactNode]

/** Props of {@link LicenseFacts}. */
export interface LicenseFactsProps {
  /** When the license ends. */
  readonly expiry: string | undefined
  /** The license belongs to an older agreement. Its reward may differ from the current one, so no reward is shown. */
  readonly isOutdated: boolean
  /** Facts that come first. */
  readonly first?: readonly LicenseFact[] | undefined
}

/** The facts that matter after agreeing: the reward, the duration, and how to withdraw. */
export function LicenseFacts({ expiry, isOutdated, first = [] }: LicenseFactsProps): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const part = useInnerParts()
  const t = useText()
  const facts: LicenseFact[] = [...first]
  if (!isOutdated) facts.push(['reward', t.text('summary.reward'), formatReward(agreement, t)])
  facts.push(['duration', t.text('summary.duration'), formatDuration(expiry, t)])
  facts.push(['withdrawal', t.text('summary.withdrawal'), t.text('summary.withdrawal.how')])
  return (
    <dl {...part('summary-lines')}>
      {facts.map(([icon, name, value]) => (
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
