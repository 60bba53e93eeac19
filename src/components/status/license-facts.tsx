'use client'

import type { ReactElement, ReactNode } from 'react'
import type { IconName } from '../../theme/icon-name.ts'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { formatDuration, formatReward } from '../summary/format-summary.tsx'

/** One fact: its icon, its name and its value. */
export type LicenseFact = readonly [icon: IconName, name: string, value: ReactNode]

/** Props of {@link LicenseFacts}. */
export interface LicenseFactsProps {
  /** When the license ends. */
  readonly expiry: string | undefined
  /** The reward. Without it, no reward is shown: the license belongs to an older agreement, whose reward this device does not know. */
  readonly reward: Parameters<typeof formatReward>[0] | undefined
  /** Facts that come first. */
  readonly first?: readonly LicenseFact[] | undefined
}

/** The facts that matter after agreeing: the reward, the duration, and how to withdraw. */
export function LicenseFacts({ expiry, reward, first = [] }: LicenseFactsProps): ReactElement {
  const t = useText()
  const facts: LicenseFact[] = [...first]
  if (reward) facts.push(['reward', t.text('summary.reward'), formatReward(reward, t)])
  facts.push(['duration', t.text('summary.duration'), formatDuration(expiry, t)])
  facts.push(['withdrawal', t.text('summary.withdrawal'), t.text('summary.withdrawal.how')])
  return <FactLines facts={facts} />
}

/** A list of facts, one on each line. */
export function FactLines({ facts }: { readonly facts: readonly LicenseFact[] }): ReactElement {
  const part = useInnerParts()
  return (
    <dl {...part('summary-lines')}>
      {facts.map(([icon, name, value]) => (
        <div key={icon} data-line={icon}>
          <dt>
            <Icon name={icon} />
            <span>{name}</span>
          </dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  )
}
