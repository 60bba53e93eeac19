'use client'

import type { ReactElement, ReactNode } from 'react'
import type { AskReason } from '../../core/consent-flow.ts'
import { lastDayOf } from '../../core/last-day.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import { useTermsDiff } from '../../react/hooks/use-terms-diff.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { Icon } from '../kit/icons.tsx'
import { createLatePart } from '../kit/late-part.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { StatusMessage } from '../message/status-message.tsx'
import { updateFacts } from './update-facts.ts'

/** The redline. Only a person with an outdated license loads its code. */
const useRedline = createLatePart(() => import('../diff/terms-diff.tsx').then((module) => module.TermsDiff))

/** Returns whether there is a note for a question with this reason. */
export function hasNote(reason: AskReason): boolean {
  return reason !== 'first' && reason !== 'change'
}

/** A note for a person who agreed before, about why they are asked again: changed terms with their redline, an ended license, or a lost key. */
export function UpdateNote({ headingLevel }: { readonly headingLevel: 2 | 3 | 4 | 5 | 6 }): ReactElement | null {
  const reason = useConsent((consent) => consent.reason)
  const agreement = useConsent((consent) => consent.agreement)
  const expiry = useLicense(({ license }) => license?.expiry)
  const isWithdrawalLost = useSelected(({ client }) => client.withdrawalLost)
  const { terms, license, isPending, change } = useTermsDiff()
  const isUpdate = reason === 'update-minor' || reason === 'update-material'
  const [TermsDiff] = useRedline(isUpdate && (isPending || terms !== undefined))
  const part = useInnerParts()
  const t = useText(agreement)
  const frame = (note: ReactNode, variant?: string) => (
    <div {...part('screen-update')} data-variant={variant}>
      {note}
    </div>
  )
  if (reason === 'device-unknown')
    return frame(
      isWithdrawalLost ? (
        <StatusMessage variant="error" heading={t.text('error.withdraw.title')}>
          {t.text('error.withdraw.lost', { contact: agreement.company.contact ?? agreement.company.name })}
        </StatusMessage>
      ) : (
        <StatusMessage heading={t.text('status.device.title')}>{t.text('status.device')}</StatusMessage>
      ),
    )
  if (reason === 'expired') {
    const { name: company } = agreement.company
    return frame(
      <StatusMessage>{t.text('status.expired', { company, date: t.date(lastDayOf(expiry ?? ''), 'UTC') })}</StatusMessage>,
    )
  }
  if (!isUpdate) return null
  const facts = change === undefined ? '' : updateFacts(change, t)
  return frame(
    <>
      <p>{`${facts} ${t.text(reason === 'update-minor' ? 'diff.minor' : 'diff.material')}`.trimStart()}</p>
      {/* Folded, so that nothing moves when the redline arrives. */}
      <details {...part('screen-changes')}>
        <summary>
          <Icon name="chevron" />
          <span>{t.text('diff.label')}</span>
        </summary>
        {terms && TermsDiff && <TermsDiff terms={terms} license={license} locale={agreement.locale} headingLevel={headingLevel} />}
      </details>
    </>,
    reason,
  )
}
