'use client'

import type { ReactElement } from 'react'
import { useStore } from '../../react/context.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** Props of {@link GatePlaceholder}. */
export interface GatePlaceholderProps {
  readonly usecase: string
  /** Opens the request where nothing on the page shows it. */
  readonly onAsk: () => void
}

/** Stands where a gate is closed: says which permission is missing, and asks for it when told to; or what it waits for, once that was given. */
export default function GatePlaceholder({ usecase, onAsk }: GatePlaceholderProps): ReactElement | null {
  const store = useStore()
  const { status: state, agreement, storage, reopen, retry } = useConsent()
  const t = useText()
  const button = (label: string, run: () => void) => (
    <button type="button" data-part="action" onClick={run}>
      {label}
    </button>
  )
  if (state === 'submitting')
    return (
      <StatusMessage data-part="gate" variant="waiting">
        <p>{t.text('status.submitting')}</p>
      </StatusMessage>
    )
  if (state === 'queued')
    return (
      <StatusMessage
        data-part="gate"
        variant="waiting"
        heading={t.text('status.queued.title')}
        actions={button(t.text('action.retry'), retry)}
      >
        <p>{t.text(storage === 'memory' ? 'status.queued.memory' : 'status.queued')}</p>
      </StatusMessage>
    )
  const purpose = agreement.purposes.find((one) => one.usecase === usecase)?.label ?? t.usecase(usecase)
  const ask = () => {
    reopen()
    // In the next turn, when a screen that is on the page has had its own to show what is asked.
    setTimeout(() => {
      const titles = [...store.roots].map(({ current }) => current?.querySelector<HTMLElement>('[data-part="screen-title"]'))
      const title = titles.findLast(Boolean)
      if (title) title.focus()
      else onAsk()
    })
  }
  return (
    <StatusMessage data-part="gate" heading={t.text('gate.locked')} actions={button(t.text('gate.ask'), ask)}>
      <p>{t.text('gate.locked.text', { company: agreement.company.name, purpose })}</p>
    </StatusMessage>
  )
}
