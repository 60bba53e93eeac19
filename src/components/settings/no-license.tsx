'use client'

import type { ReactElement, ReactNode } from 'react'
import { lastDayOf } from '../../core/last-day.ts'
import { withdrawalReach } from '../../locales/format/withdrawal-reach.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** The settings while no license is in force, with the reason: never asked, expired, withdrawn, erased, key lost, a slow device, or a browser that cannot sign. */
export function NoLicense({ review }: { readonly review: ReactNode }): ReactElement {
  const consentStatus = useConsent((consent) => consent.status)
  const isPending = useConsent((consent) => consent.isPending)
  const { name: company, contact = company } = useConsent((consent) => consent.agreement.company)
  const isKeyLost = useSelected(toKeyLost)
  const isWithdrawalLost = useSelected(toWithdrawalLost)
  const { license, status } = useLicense()
  const part = useInnerParts()
  const t = useText()
  if (consentStatus === 'submitting') return <StatusMessage variant="waiting">{t.text('status.submitting')}</StatusMessage>
  const isUnsupported = consentStatus === 'unsupported'
  const isSlow = consentStatus === 'device-slow'
  const message = (): readonly [heading: string, text: string] => {
    if (isUnsupported) return [t.text('status.unsupported.title'), t.text('status.unsupported')]
    if (isSlow) return [t.text('status.slow.title'), t.text(isPending ? 'status.slow.kept' : 'status.slow.settings')]
    if (isWithdrawalLost) return [t.text('error.withdraw.title'), t.text('error.withdraw.lost', { contact })]
    if (isKeyLost) return [t.text('status.device.title'), t.text('status.device')]
    if (status === 'expired')
      return [
        t.text('screen.title.expired', { company }),
        t.text('status.expired', { company, date: t.date(lastDayOf(license?.expiry ?? ''), 'UTC') }),
      ]
    if (status === 'erased') return [t.text('status.erased.title'), t.text('status.erased', { company })]
    if (status !== 'revoked') return [t.text('settings.none', { company }), t.text('settings.none.hint')]
    // Withdrawn on this device, but the service refused the withdrawal.
    if (license?.status === 'active') return [t.text('error.withdraw.title'), t.text('error.withdraw', { contact })]
    const { revocation } = license ?? {}
    const date = t.date(revocation?.timestamp ?? license?.timestamp ?? '')
    const title = revocation && t.text(`status.revoked.${revocation.requestedBy}`, { company })
    const text = t.text(`status.withdrawn${withdrawalReach(license)}`, { company, date })
    return [title ?? t.text('status.withdrawn.title'), text]
  }
  const [heading, text] = message()
  if (isUnsupported || isSlow) {
    return (
      <StatusMessage variant={isUnsupported ? 'error' : 'waiting'} heading={heading}>
        <p>{text}</p>
      </StatusMessage>
    )
  }
  // The settings have their title already.
  return (
    <div {...part('settings-none')}>
      <p>
        <b>{heading}</b>
      </p>
      <p>{text}</p>
      {review}
    </div>
  )
}

function toWithdrawalLost({ client }: ConsentView): boolean {
  return client.withdrawalLost
}

function toKeyLost({ client }: ConsentView): boolean {
  return client.keyLost
}
