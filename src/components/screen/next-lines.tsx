'use client'

import type { ReactElement, ReactNode } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { Icon, type IconName } from '../kit/icons.tsx'
import { useText } from '../kit/text.ts'

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
  const { compensation, locale } = useConsent((consent) => consent.agreement)
  const t = useText()
  const lines: Line[] = [...first]
  if (!outdated) {
    const reward =
      compensation === null ? (
        t.text('summary.reward.none')
      ) : (
        // A block of its own would take the direction of the reward.
        <span>
          <bdi lang={locale}>{compensation}</bdi>
        </span>
      )
    lines.push(['reward', t.text('summary.reward'), reward])
  }
  const until =
    expiry === undefined ? t.text('summary.duration.none') : t.text('summary.duration.until', { date: t.date(expiry, 'UTC') })
  lines.push(['duration', t.text('summary.duration'), until])
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
