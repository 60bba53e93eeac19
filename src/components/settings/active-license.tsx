'use client'

import { type ReactElement, useId } from 'react'
import { isIncluded } from '../../core/included-purposes.ts'
import { lastDayOf } from '../../core/last-day.ts'
import type { License } from '../../core/license.ts'
import { formatData, formatRecipients } from '../../locales/format/format-license.ts'
import { wordsOfAgreement } from '../../locales/format/receipt-text.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { CompanyMark } from '../kit/company-mark.tsx'
import { Fold } from '../kit/fold.tsx'
import { RowButton } from '../kit/row-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { haveSameRecipients } from '../purposes/purpose-recipients.ts'
import { DeviceReceipt } from '../receipt/device-receipt.tsx'
import { isUnreadable } from '../request/is-unreadable.ts'
import { grantedPurposes } from '../status/granted-purposes.ts'
import { FactLines, type LicenseFact } from '../status/license-facts.tsx'
import { AgreementText } from '../summary/format-summary.tsx'
import { readablePurposes } from '../summary/readable-purposes.ts'
import { WithdrawSection } from './withdraw-section.tsx'

/** What the settings show of a license. */
export type ShownLicense = Pick<License, 'timestamp' | 'expiry' | 'uses' | 'tags' | 'terms'>

/** Props of {@link ActiveLicense}. */
export interface ActiveLicenseProps {
  readonly license: ShownLicense
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
  const t = useText(agreement)
  const id = useId()
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  const purposes = grantedPurposes(license.uses, agreement, offered)
  const granted: ReadonlySet<string> = new Set(purposes.map(({ usecase }) => usecase))
  const hasSameRecipients = haveSameRecipients(purposes)
  const turnedOff = agreement.purposes.filter((purpose) => !isIncluded(purpose, (usecase) => granted.has(usecase)))
  // Purposes that were turned off are shown too, if they were part of the agreement at that time.
  const all = [...purposes, ...turnedOff.filter(({ usecase }) => offered?.includes(usecase) ?? true)]
  // Without the template: its explanations would push the button that stops the license out of view.
  const { template: _, ...named } = agreement
  const shown = readablePurposes({ ...named, purposes: all }, t)
  const hasChoice = [...purposes, ...agreement.purposes].some(({ necessary }) => !necessary)
  const { expiry } = license
  const facts: LicenseFact[] = [['data', t.text('summary.data'), formatData(license.tags, t)]]
  const { compensation } = wordsOfAgreement(license, agreement, t)
  if (typeof compensation === 'string')
    facts.push(['reward', t.text('summary.reward'), <AgreementText key="reward" text={compensation} locale={agreement.locale} />])
  if (hasSameRecipients)
    facts.push(['recipients', t.text('summary.recipients'), formatRecipients(shown[0]?.destinations ?? [], company, t)])
  return (
    <section {...part('settings-section')} aria-labelledby={`${id}-company`}>
      <div {...part('settings-company')}>
        <CompanyMark company={company} />
        <div>
          <Heading id={`${id}-company`}>{company}</Heading>
          <p {...part('license-state')} data-state="active">
            {expiry === undefined
              ? t.text('receipt.status.active')
              : t.text('receipt.activeUntil', { date: t.date(lastDayOf(expiry), 'UTC') })}
          </p>
          <p {...part('settings-since', 'licet-muted')}>{t.text('settings.since', { date: t.date(license.timestamp) })}</p>
        </div>
      </div>
      <FactLines facts={facts} />
      <PurposeList
        purposes={shown}
        granted={granted}
        company={company}
        recipients={hasSameRecipients ? 'auto' : 'each'}
        headingLevel={(headingLevel + 1) as 3 | 4 | 5 | 6}
      />
      <div className="licet-rows">
        {!hasChoice ? (
          <p className="licet-muted">{t.text(isUnreadable(agreement) ? 'settings.change.invalid' : 'settings.change.none')}</p>
        ) : (
          // While a new choice waits for the network, there is nothing to change.
          status !== 'queued' && (
            <>
              <RowButton icon="chevron" aria-describedby={`${id}-change`} onClick={onReview}>
                {t.text('settings.change')}
              </RowButton>
              <p id={`${id}-change`} className="licet-muted">
                {t.text('settings.change.hint')}
              </p>
            </>
          )
        )}
        <Fold name="settings-receipt" title={t.text('receipt.view')}>
          <DeviceReceipt headingLevel={(headingLevel + 1) as 3 | 4 | 5 | 6} />
        </Fold>
      </div>
      <WithdrawSection />
    </section>
  )
}

/** Returns the optional use cases of the agreement that the license belongs to, when it is not the current agreement. */
function toOffered({ client }: ConsentView): readonly string[] | undefined {
  return client.change?.from.offered
}
