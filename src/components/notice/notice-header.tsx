'use client'

import type { ReactElement, RefObject } from 'react'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { CompanyMark } from '../kit/company-mark.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'
import { minorChangeText, updateFacts } from '../request/update-facts.ts'

/** Props of {@link NoticeHeader}. */
export interface NoticeHeaderProps {
  readonly titleId: string
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly headingLevel: 1 | 2 | 3 | 4
  readonly isMaterial: boolean
  /** The request is shown below. Without it the header has the two choices of a banner. */
  readonly showsRequest: boolean
  readonly effective: string | undefined
  readonly deadline: string | undefined
  readonly onShow: () => void
  /** Keeps what the person agreed to; a minor change is only read. */
  readonly onKeep: () => void
  /** Closes the dialog; absent on other surfaces. */
  readonly onClose: (() => void) | undefined
}

/** The title and the dates of a notice, with the choices of a banner or the close button of a dialog. */
export function NoticeHeader(props: NoticeHeaderProps): ReactElement {
  const { titleId, titleRef, headingLevel, isMaterial, showsRequest, effective, deadline, onShow, onKeep, onClose } = props
  const agreement = useConsent((consent) => consent.agreement)
  const isAsking = useConsent((consent) => consent.isAsking)
  const change = useSelected(({ client }) => client.change)
  const part = useInnerParts()
  const t = useText(agreement)
  const company = agreement.company.name
  const Heading = `h${headingLevel}` as const
  const whatChanged = () =>
    isMaterial ? (change && updateFacts(change, t)) || t.text('diff.material') : minorChangeText(change, t)
  return (
    <header {...part('notice-header')}>
      <CompanyMark company={company} />
      <div {...part('message-body')}>
        <Heading id={titleId} ref={titleRef} tabIndex={-1} {...part('notice-title')}>
          {t.text(isMaterial ? 'notice.title.material' : 'notice.title', { company })}
        </Heading>
        {/* The request below starts with what changed. */}
        {!showsRequest && <p>{whatChanged()}</p>}
        {effective !== undefined && <p>{t.text('notice.effective', { date: t.date(effective, 'UTC') })}</p>}
        {isMaterial && deadline !== undefined && <p>{t.text('notice.deadline', { date: t.date(deadline, 'UTC') })}</p>}
      </div>
      {!showsRequest && (
        <div {...part('actions')}>
          <button type="button" {...part('action')} aria-haspopup="dialog" onClick={onShow}>
            {t.text('notice.show')}
          </button>
          <button type="button" {...part('action')} onClick={onKeep}>
            {t.text(isMaterial ? 'decision.decline.update' : 'action.ok')}
          </button>
        </div>
      )}
      {onClose && <CloseButton isAsking={isAsking} onClick={onClose} />}
    </header>
  )
}
