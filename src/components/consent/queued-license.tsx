'use client'

import type { ReactElement, ReactNode } from 'react'
import type { Agreement, Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/included-purposes.ts'
import { formatData } from '../../locales/format/format-license.ts'
import { isWaiting } from '../../react/consent-fact.ts'
import type { ConsentView } from '../../react/consent-view.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useSelected } from '../../react/use-selected.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { DeliveryStatus } from './delivery-status.tsx'
import { grantedPurposes } from './granted-purposes.ts'
import { type LicenseFact, LicenseFacts } from './license-facts.tsx'
import { WithdrawalError } from './withdrawal-message.tsx'

/** Props of {@link QueuedLicense}. */
export interface QueuedLicenseProps {
  /** First line, where the title of the surface is a different one. */
  readonly heading?: string | undefined
  /** Called when the person acts here, before the flow changes. */
  readonly onAct?: (() => void) | undefined
  /** Shows the button to withdraw. Default `true`. */
  readonly withdrawable?: boolean | undefined
  /** More buttons. */
  readonly actions?: ReactNode
}

/** A license that is signed on this device, and is sent or waits for the network: its facts, and buttons to try again and to withdraw. */
export function QueuedLicense({ heading, onAct, withdrawable = true, actions }: QueuedLicenseProps): ReactElement {
  const { agreement, pendingDecision, isOnline } = useConsent()
  const request = useSelected(toQueuedRequest)
  const { change } = request
  const { withdraw } = useWithdraw()
  const part = useInnerParts()
  const t = useText()
  const { name: company } = agreement.company
  const purposes = toPurposes(request, agreement)
  const waits = isWaiting({ pending: pendingDecision, online: isOnline })
  const first: LicenseFact[] = [
    ['parties', t.text('summary.parties'), t.apart(company)],
    ['done', t.text('receipt.agreed'), pendingDecision === undefined ? '' : t.dateTime(pendingDecision.since)],
    ['data', t.text('summary.data'), formatData(change?.from.tags ?? agreement.tags, t)],
  ]
  if (purposes !== undefined) {
    const on = new Set(purposes.map(({ usecase }) => usecase))
    first.push([
      'purposes',
      t.text('summary.purposes'),
      <PurposeList key="purposes" purposes={purposes} granted={on} company={company} />,
    ])
  }
  return (
    <div {...part('outcome-next')}>
      <DeliveryStatus heading={heading} onAct={onAct} actions={actions} />
      <LicenseFacts
        expiry={(change === undefined ? agreement.expiry : change.from.expiry) ?? undefined}
        isOutdated={change !== undefined}
        first={first}
      />
      {withdrawable && <WithdrawalError />}
      {withdrawable && (
        <div {...part('actions')}>
          <button
            type="button"
            {...part('withdraw')}
            onClick={() => {
              onAct?.()
              void withdraw()
            }}
          >
            {t.text(waits ? 'settings.withdraw' : 'action.stop')}
          </button>
        </div>
      )}
    </div>
  )
}

/** Returns the purposes of the request, or `undefined` when they depend on choices that were made before a reload. */
function toPurposes({ change, granted }: ReturnType<typeof toQueuedRequest>, agreement: Agreement): readonly Purpose[] | undefined {
  if (change !== undefined) return grantedPurposes(change.from.uses, agreement, change.from.offered)
  if (granted === undefined && agreement.purposes.some(({ necessary }) => !necessary)) return undefined
  return includedPurposes(agreement.purposes, (usecase) => granted?.includes(usecase) === true)
}

/** The queued request: the whole request when it differs from the current agreement, otherwise the choices that were made on this page. */
function toQueuedRequest({ flow, client }: ConsentView) {
  return { change: client.change, granted: flow.acted ? flow.granted : undefined }
}
