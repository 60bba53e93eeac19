'use client'

import type { ReactElement, ReactNode } from 'react'
import { formatData } from '../../locales/format/format-license.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { PurposeList } from '../purposes/purpose-list.tsx'
import { WithdrawButton } from '../settings/withdraw-section.tsx'
import { readablePurposes } from '../summary/readable-purposes.ts'
import { DeliveryStatus } from './delivery-status.tsx'
import { grantedPurposes } from './granted-purposes.ts'
import { type LicenseFact, LicenseFacts } from './license-facts.tsx'
import { WithdrawalError } from './withdrawal-message.tsx'

/** Props of {@link QueuedLicense}. */
export interface QueuedLicenseProps {
  /** Level of the headings of the purposes. */
  readonly headingLevel: 2 | 3 | 4 | 5
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
export function QueuedLicense({ headingLevel, heading, onAct, withdrawable = true, actions }: QueuedLicenseProps): ReactElement {
  const { agreement, pendingDecision } = useConsent()
  const isOutdated = useSelected(({ client }) => client.change !== undefined)
  const part = useInnerParts()
  const t = useText(agreement)
  const { name: company } = agreement.company
  const agreed = pendingDecision?.agreed
  const first: LicenseFact[] = [
    ['parties', t.text('summary.parties'), t.apart(company)],
    ['done', t.text('receipt.agreed'), pendingDecision === undefined ? '' : t.dateTime(pendingDecision.since)],
    ['data', t.text('summary.data'), formatData(agreed?.tags ?? agreement.tags, t)],
  ]
  if (agreed !== undefined) {
    // Without the template: the waiting decision stays short.
    const { template: _, ...named } = agreement
    const purposes = readablePurposes({ ...named, purposes: grantedPurposes(agreed.uses, agreement, agreed.offered) }, t)
    const on = new Set(purposes.map(({ usecase }) => usecase))
    first.push([
      'purposes',
      t.text('summary.purposes'),
      <PurposeList key="purposes" purposes={purposes} granted={on} company={company} headingLevel={headingLevel} />,
    ])
  }
  return (
    <div {...part('outcome-next')}>
      <DeliveryStatus heading={heading} onAct={onAct} actions={actions} />
      <LicenseFacts expiry={agreed?.expiry} reward={agreed?.reward ?? (isOutdated ? undefined : agreement)} first={first} />
      {withdrawable && <WithdrawalError />}
      {withdrawable && <WithdrawButton onAct={onAct} label={pendingDecision?.isWaiting ? undefined : t.text('action.stop')} />}
    </div>
  )
}
