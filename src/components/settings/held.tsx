'use client'

import type { ReactElement } from 'react'
import { coversUse, type License } from '../../core/license.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { Icon } from '../kit/icons.tsx'
import { useText } from '../kit/text.ts'
import { StatusMessage } from '../message/message.tsx'
import { PurposeList, sayRecipients, shareRecipients } from '../purposes/purposes.tsx'
import { LicenseReceipt } from '../receipt/license-receipt.tsx'
import { errorKey } from '../screen/error-text.ts'
import { formatRecipients } from '../summary/summary.tsx'

/** The settings while a license is in force: what it allows, its receipt, another choice, and withdrawal. */
export function Held({ license, headingLevel }: { readonly license: License; readonly headingLevel: 2 | 3 | 4 | 5 }): ReactElement {
  const agreement = useConsent((consent) => consent.agreement)
  const reopen = useConsent((consent) => consent.reopen)
  const { withdraw, state, error } = useWithdraw()
  const t = useText()
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  const optional = agreement.purposes.filter((purpose) => !purpose.necessary)
  const granted = new Set(optional.map(({ usecase }) => usecase).filter((usecase) => coversUse(license.uses, usecase)))
  return (
    <>
      <p data-part="settings-since">
        <Icon name="done" />
        <span>
          {t.text('settings.since', { date: t.dateTime(license.timestamp) })}
          {license.expiry !== undefined && ` · ${t.text('summary.duration.until', { date: t.date(license.expiry) })}`}
        </span>
      </p>
      <section data-part="settings-section">
        <Heading>{t.text('settings.allows')}</Heading>
        <PurposeList purposes={agreement.purposes} granted={granted} company={company} recipients="auto" />
        {shareRecipients(agreement.purposes) && (
          <p className="licet-muted">
            {sayRecipients(
              formatRecipients(
                agreement.purposes.flatMap(({ destinations }) => destinations),
                company,
                t,
              ),
              t,
            )}
          </p>
        )}
        {optional.length > 0 ? (
          <div data-part="actions">
            <button type="button" data-part="action" onClick={reopen}>
              {t.text('settings.change')}
            </button>
            <span className="licet-muted">{t.text('settings.change.hint')}</span>
          </div>
        ) : (
          <p className="licet-muted">{t.text('settings.change.none')}</p>
        )}
      </section>
      <section data-part="settings-section">
        <details data-part="settings-receipt">
          <summary>
            <Icon name="chevron" />
            {t.text('receipt.view')}
          </summary>
          <LicenseReceipt headingLevel={headingLevel} />
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
        {state === 'error' && (
          <StatusMessage variant="error" role="alert" heading={t.text('error.withdraw.title')}>
            <p>{t.text(errorKey(error?.code))}</p>
          </StatusMessage>
        )}
        <div data-part="actions">
          <button type="button" data-part="withdraw" onClick={() => void withdraw()}>
            {t.text('settings.withdraw')}
          </button>
          <span className="licet-muted">{t.text('settings.withdraw.hint')}</span>
        </div>
      </section>
    </>
  )
}
