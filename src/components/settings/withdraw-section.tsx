'use client'

import { type ReactElement, useId } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { WithdrawalError } from '../consent/withdrawal-message.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** Props of {@link WithdrawSection}. */
export interface WithdrawSectionProps {
  readonly headingLevel: 2 | 3 | 4 | 5
}

/** What a withdrawal stops, and the button to withdraw. */
export function WithdrawSection({ headingLevel }: WithdrawSectionProps): ReactElement {
  const company = useConsent((consent) => consent.agreement.company.name)
  const { withdraw } = useWithdraw()
  const part = useInnerParts()
  const t = useText()
  const hint = useId()
  const Heading = `h${headingLevel}` as const
  return (
    <section {...part('settings-section')}>
      <Heading>{t.text('settings.withdraw')}</Heading>
      <dl {...part('settings-effects')}>
        <dt>{t.text('settings.stops')}</dt>
        <dd>{t.text('settings.stops.text', { company })}</dd>
        <dt>{t.text('settings.stays')}</dt>
        <dd>{t.text('settings.stays.text')}</dd>
      </dl>
      <WithdrawalError />
      <div {...part('actions')}>
        <button type="button" {...part('withdraw')} aria-describedby={hint} onClick={() => void withdraw()}>
          {t.text('settings.withdraw')}
        </button>
        <span id={hint} className="licet-muted">
          {t.text('settings.withdraw.hint')}
        </span>
      </div>
    </section>
  )
}
