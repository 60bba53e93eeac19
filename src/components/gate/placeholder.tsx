'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { useText } from '../kit/text.ts'
import { StatusMessage } from '../message/message.tsx'

/** Stands where a gate is closed: says which permission is missing, and asks for it when told to. */
export default function Placeholder({ usecase }: { readonly usecase: string }): ReactElement | null {
  const agreement = useConsent((consent) => consent.agreement)
  const reopen = useConsent((consent) => consent.reopen)
  const t = useText()
  const purpose = agreement.purposes.find((one) => one.usecase === usecase)?.label ?? t.usecase(usecase)
  return (
    <StatusMessage
      data-part="gate"
      heading={t.text('gate.locked')}
      actions={
        <button type="button" data-part="action" onClick={reopen}>
          {t.text('gate.ask')}
        </button>
      }
    >
      <p>{t.text('gate.locked.text', { company: agreement.company.name, purpose })}</p>
    </StatusMessage>
  )
}
