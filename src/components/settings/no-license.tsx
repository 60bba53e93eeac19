'use client'

import type { ReactElement, ReactNode } from 'react'
import type { ConsentView } from '../../react/consent-view.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useLicense } from '../../react/use-license.ts'
import { useSelected } from '../../react/use-selected.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** The settings while nothing is in force, and why: never asked, ended, taken back, the key lost, or a browser that cannot sign (experience 15). */
export function NoLicense({ review }: { readonly review: ReactNode }): ReactElement {
  const state = useConsent((consent) => consent.status)
  const company = useConsent((consent) => consent.agreement.company.name)
  const keyLost = useSelected(toKeyLost)
  const { license, status } = useLicense()
  const t = useText()
  if (state === 'submitting') return <StatusMessage variant="waiting">{t.text('status.submitting')}</StatusMessage>
  const say = (): readonly [heading: string, text: string] => {
    if (state === 'unsupported') return [t.text('status.unsupported.title'), t.text('status.unsupported')]
    if (keyLost) return [t.text('status.device.title'), t.text('status.device')]
    if (status === 'expired')
      return [
        t.text('screen.title.expired', { company }),
        t.text('status.expired', { company, date: t.date(license?.expiry ?? '', 'UTC') }),
      ]
    if (status !== 'revoked') return [t.text('settings.none', { company }), t.text('settings.none.hint')]
    // Taken back on this device, and refused by the service.
    if (license?.status === 'active') return [t.text('error.withdraw.title'), t.text('error.other')]
    return [t.text('status.withdrawn.title'), t.text('status.withdrawn', { company, date: t.date(license?.timestamp ?? '') })]
  }
  const [heading, text] = say()
  return (
    <StatusMessage
      variant={state === 'unsupported' ? 'error' : 'note'}
      heading={heading}
      actions={state === 'unsupported' ? undefined : review}
    >
      <p>{text}</p>
    </StatusMessage>
  )
}

function toKeyLost({ client }: ConsentView): boolean {
  return client.keyLost
}
