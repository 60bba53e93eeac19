'use client'

import { type ReactElement, useId } from 'react'
import { isIncluded } from '../../core/included-purposes.ts'
import type { License } from '../../core/license.ts'
import { formatRecipients } from '../../locales/format/format-license.ts'
import type { ConsentView } from '../../react/consent-view.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useSelected } from '../../react/use-selected.ts'
import { grantedPurposes } from '../consent/granted-purposes.ts'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { formatRecipientsLine, haveSameRecipients } from '../purposes/purpose-recipients.ts'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'
import { formatDuration } from '../summary/format-summary.tsx'
import { WithdrawSection } from './withdraw-section.tsx'

/** Props of {@link ActiveLicense}. */
export interface ActiveLicenseProps {
  readonly license: License
  readonly headingLevel: 2 | 3 | 4 | 5
  /** Called when the person chooses to change or renew what they agreed to. */
  readonly onReview: () => void
}

/** The settings while a license is in force: what it allows, its receipt, and buttons to change and to withdraw. */
export function ActiveLicense({ license, headingLevel, onReview }: ActiveLicenseProps): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const status = useConsent((consent) => consent.status)
  const offered = useSelected(toOffered)
  const part = useInnerParts()
  const t = useText()
  const hint = useId()
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  const purposes = grantedPurposes(license.uses, agreement, offered)
  const granted = new Set(purposes.map(({ usecase }) => usecase))
  const hasSameRecipients = haveSameRecipients(purposes)
  const turnedOff = agreement.purposes.filter((purpose) => !isIncluded(purpose, (usecase) => granted.has(usecase)))
  const hasChoice = [...purposes, ...agreement.purposes].some(({ necessary }) => !necessary)
  return (
    <>
      <p {...part('settings-since')}>
        <Icon name="done" />
        <span>
          {t.text('settings.since', { date: t.dateTime(license.timestamp) })}
          {license.expiry !== undefined && ` · ${formatDuration(license.expiry, t)}`}
        </span>
      </p>
      {status === 'expiring' && (
        <StatusMessage
          variant="waiting"
          heading={t.text('status.expiring.title')}
          actions={
            <button type="button" {...part('action')} onClick={onReview}>
              {t.text('action.renew')}
            </button>
          }
        >
          <p>{t.text('status.expiring', { date: t.date(license.expiry ?? '', 'UTC') })}</p>
        </StatusMessage>
      )}
      <section {...part('settings-section')}>
        <Heading>{t.text('settings.allows')}</Heading>
        <PurposeList
          // Purposes that were turned off are shown too, if they were part of the agreement at that time.
          purposes={[...purposes, ...turnedOff.filter(({ usecase }) => offered?.includes(usecase) ?? true)]}
          granted={granted}
          company={company}
          recipients={hasSameRecipients ? 'auto' : 'each'}
        />
        {hasSameRecipients && (
          <p className="licet-muted">
            {formatRecipientsLine(
              formatRecipients(
                purposes.flatMap(({ destinations }) => destinations),
                company,
                t,
              ),
              t,
            )}
          </p>
        )}
        {!hasChoice ? (
          <p className="licet-muted">{t.text('settings.change.none')}</p>
        ) : (
          // While a new choice waits for the network, there is nothing to change.
          status !== 'queued' && (
            <div {...part('actions')}>
              <button type="button" {...part('action')} aria-describedby={`${hint}-change`} onClick={onReview}>
                {t.text('settings.change')}
              </button>
              <span id={`${hint}-change`} className="licet-muted">
                {t.text('settings.change.hint')}
              </span>
            </div>
          )
        )}
      </section>
      <section {...part('settings-section')}>
        <details {...part('settings-receipt')}>
          <summary>
            <Icon name="chevron" />
            {t.text('receipt.view')}
          </summary>
          <DeviceReceipt headingLevel={headingLevel} />
        </details>
      </section>
      <WithdrawSection headingLevel={headingLevel} />
    </>
  )
}

/** Returns the optional use cases of the agreement that the license belongs to, when it is not the current agreement. */
function toOffered({ client }: ConsentView): readonly string[] | undefined {
  return client.change?.from.offered
}
