'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { minorChangeText } from '../request/update-facts.ts'

/** The message that the terms have changed in a minor way, which opens no dialog. Renders nothing without such a change. */
export function MinorChange({ onShow }: { readonly onShow: () => void }): ReactElement | null {
  const agreement = useConsent((consent) => consent.agreement)
  const isMinor = useConsent(({ isAsking, reason }) => isAsking && reason === 'update-minor')
  const change = useSelected(({ client }) => client.change)
  const part = useInnerParts()
  const t = useText(agreement)
  if (!isMinor) return null
  return (
    <StatusMessage
      heading={t.text('notice.title', { company: agreement.company.name })}
      actions={
        <button type="button" {...part('action')} onClick={onShow}>
          {t.text('notice.show')}
        </button>
      }
    >
      <p>{minorChangeText(change, t)}</p>
    </StatusMessage>
  )
}
