'use client'

import { type ReactElement, useId } from 'react'
import type { License } from '../../core/license.ts'
import { isIncluded } from '../../core/purposes.ts'
import { formatRecipients } from '../../locales/format/format-license.ts'
import type { ConsentView } from '../../react/consent-view.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useSelected } from '../../react/use-selected.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { grantedPurposes } from '../consent/granted-purposes.ts'
import { WithdrawalError } from '../consent/withdrawal-message.tsx'
import { Icon } from '../kit/icons.tsx'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { formatRecipientsLine, haveSameRecipients } from '../purposes/purpose-recipients.ts'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'
import { formatDuration } from '../summary/format-summary.tsx'

/** Props of {@link ActiveLicense}. */
export interface ActiveLicenseProps {
  readonly license: License
  readonly headingLevel: 2 | 3 | 4 | 5
  /** Opens what is asked now, to choose anew. */
  readonly onReview: () => void
}

/** The settings while a license is in force: what it allows, its receipt, another choice, and withdrawal. */
export function ActiveLicense({ license, headingLevel, onReview }: ActiveLicenseProps): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const state = useConsent((consent) => consent.status)
  const offered = useSelected(toOffered)
  const { withdraw } = useWithdraw()
  const t = useText()
  const hint = useId()
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  // What the record permits; today's agreement may ask for something else.
  const purposes = grantedPurposes(license.uses, agreement, offered)
  const granted = new Set(purposes.map(({ usecase }) => usecase))
  const isShared = haveSameRecipients(purposes)
  // What was left off is told too, where it is known what there was to choose.
  const left = agreement.purposes.filter((purpose) => !isIncluded(purpose, (usecase) => granted.has(usecase)))
  const hasChoice = [...purposes, ...agreement.purposes].some(({ necessary }) => !necessary)
  return (
    <>
      <p data-part="settings-since">
        <Icon name="done" />
        <span>
          {t.text('settings.since', { date: t.dateTime(license.timestamp) })}
          {license.expiry !== undefined && ` · ${formatDuration(license.expiry, t)}`}
        </span>
      </p>
      {state === 'expiring' && (
        <StatusMessage
          variant="waiting"
          heading={t.text('status.expiring.title')}
          actions={
            <button type="button" data-part="action" onClick={onReview}>
              {t.text('action.renew')}
            </button>
          }
        >
          <p>{t.text('status.expiring', { date: t.date(license.expiry ?? '', 'UTC') })}</p>
        </StatusMessage>
      )}
      <section data-part="settings-section">
        <Heading>{t.text('settings.allows')}</Heading>
        <PurposeList
          purposes={[...purposes, ...left.filter(({ usecase }) => offered?.includes(usecase) ?? true)]}
          granted={granted}
          company={company}
          recipients={isShared ? 'auto' : 'each'}
        />
        {isShared && (
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
          // What was chosen last is on its way: until it is there, there is nothing to choose from.
          state !== 'queued' && (
            <div data-part="actions">
              <button type="button" data-part="action" aria-describedby={`${hint}-change`} onClick={onReview}>
                {t.text('settings.change')}
              </button>
              <span id={`${hint}-change`} className="licet-muted">
                {t.text('settings.change.hint')}
              </span>
            </div>
          )
        )}
      </section>
      <section data-part="settings-section">
        <details data-part="settings-receipt">
          <summary>
            <Icon name="chevron" />
            {t.text('receipt.view')}
          </summary>
          <DeviceReceipt headingLevel={headingLevel} />
        </details>
      </section>
      <section data-part="settings-section">
        <Heading>{t.text('settings.withdraw')}</Heading>
        <dl data-part="settings-effects">
          <dt>{t.text('settings.stops')}</dt>
          <dd>{t.text('settings.stops.text', { company })}</dd>
          <dt>{t.text('settings.stays')}</dt>
          <dd>{t.text('settings.stays.text')}</dd>
        </dl>
        <WithdrawalError />
        <div data-part="actions">
          <button type="button" data-part="withdraw" aria-describedby={hint} onClick={() => void withdraw()}>
            {t.text('settings.withdraw')}
          </button>
          <span id={hint} className="licet-muted">
            {t.text('settings.withdraw.hint')}
          </span>
        </div>
      </section>
    </>
  )
}

/** The choices there were when it was agreed to, where it is not today's agreement. */
function toOffered({ client }: ConsentView): readonly string[] | undefined {
  return client.change?.from.offered
}
