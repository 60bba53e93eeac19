'use client'

import type { ReactElement } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'

/** A note, before and after agreeing, that this browser keeps nothing for the page, and how to withdraw then. */
export function MemoryNote(): ReactElement {
  const company = useConsent((consent) => consent.agreement.company)
  const t = useText()
  return <StatusMessage>{t.text('status.memory', { contact: company.contact ?? company.name })}</StatusMessage>
}
