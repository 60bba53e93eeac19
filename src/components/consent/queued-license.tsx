'use client'

import type { ReactElement, ReactNode } from 'react'
import type { Purpose } from '../../core/agreement.ts'
import { includedPurposes } from '../../core/purposes.ts'
import { formatData } from '../../locales/format/format-license.ts'
import type { ConsentView } from '../../react/consent-view.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useSelected } from '../../react/use-selected.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { grantedPurposes } from './granted-purposes.ts'
import { type LicenseFact, LicenseFacts } from './license-facts.tsx'
import { WithdrawalError } from './withdrawal-message.tsx'

/** Props of {@link QueuedLicense}. */
export interface QueuedLicenseProps {
  /** First line, where the title of the surface does not say it. */
  readonly heading?: string | undefined
  /** Hears of the person's own acts, before the flow does. */
  readonly onAct?: (() => void) | undefined
  /** The way to withdraw stands elsewhere on this surface. */
  readonly withdrawable?: boolean | undefined
  /** More buttons. */
  readonly actions?: ReactNode
}

/** What is signed on this device and waits: what, when and to whom, another try, and taking it back (experience 11 to 13). */
export function QueuedLicense({ heading, onAct, withdrawable = true, actions }: QueuedLicenseProps): ReactElement {
  const { agreement, pendingDecision: pending, retry, storage } = useConsent()
  const { change, granted } = useSelected(toAsked)
  const { withdraw } = useWithdraw()
  const t = useText()
  const { name: company } = agreement.company
  // What waits is said from the request itself where this page knows it: which choices were made before a reload is not known.
  const purposes: readonly Purpose[] | undefined =
    change !== undefined
      ? grantedPurposes(change.from.uses, agreement, change.from.offered)
      : granted === undefined && agreement.purposes.some(({ necessary }) => !necessary)
        ? undefined
        : includedPurposes(agreement.purposes, (usecase) => granted?.includes(usecase) === true)
  const first: LicenseFact[] = [
    ['parties', t.text('summary.parties'), t.apart(company)],
    ['done', t.text('receipt.agreed'), pending === undefined ? '' : t.dateTime(pending.since)],
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
  const button = (part: 'action' | 'withdraw', label: string, run: () => unknown) => (
    <button
      type="button"
      data-part={part}
      onClick={() => {
        onAct?.()
        void run()
      }}
    >
      {label}
    </button>
  )
  return (
    <div data-part="outcome-next">
      <StatusMessage
        variant="waiting"
        heading={heading}
        actions={
          <>
            {button('action', t.text('action.retry'), retry)}
            {actions}
          </>
        }
      >
        <p>{t.text(storage === 'memory' ? 'status.queued.memory' : 'status.queued')}</p>
      </StatusMessage>
      <LicenseFacts
        expiry={(change === undefined ? agreement.expiry : change.from.expiry) ?? undefined}
        outdated={change !== undefined}
        first={first}
      />
      {withdrawable && <WithdrawalError />}
      {withdrawable && <div data-part="actions">{button('withdraw', t.text('settings.withdraw'), withdraw)}</div>}
    </div>
  )
}

/** What is known of the request that waits: all of it where it is not what would be asked today, else the choices made in this page. */
function toAsked({ flow, client }: ConsentView) {
  return { change: client.change, granted: flow.acted ? flow.granted : undefined }
}
