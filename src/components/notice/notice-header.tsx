'use client'

import type { ReactElement, RefObject } from 'react'
import { useConsent } from '../../react/use-consent.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { Icon } from '../kit/icons.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useText } from '../kit/use-text.ts'

/** Props of {@link NoticeHeader}. */
export interface NoticeHeaderProps {
  readonly titleId: string
  readonly titleRef: RefObject<HTMLHeadingElement | null>
  readonly headingLevel: 1 | 2 | 3 | 4
  readonly isMaterial: boolean
  /** The request is shown below. Without it the header has the buttons of a banner. */
  readonly showsRequest: boolean
  readonly effective: string | undefined
  readonly deadline: string | undefined
  readonly onShow: () => void
  readonly onLater: () => void
  /** Closes the dialog; absent on other surfaces. */
  readonly onClose: (() => void) | undefined
}

/** The title and the dates of a notice, with the buttons of a banner or of a dialog. */
export function NoticeHeader(props: NoticeHeaderProps): ReactElement {
  const { titleId, titleRef, headingLevel, isMaterial, showsRequest, effective, deadline, onShow, onLater, onClose } = props
  const company = useConsent((consent) => consent.agreement.company.name)
  const isAsking = useConsent((consent) => consent.isAsking)
  const part = useInnerParts()
  const t = useText()
  const Heading = `h${headingLevel}` as const
  return (
    <header {...part('notice-header')}>
      {/* The request starts with a note that has this icon. */}
      {!showsRequest && <Icon name="info" />}
      <div {...part('message-body')}>
        <Heading id={titleId} ref={titleRef} tabIndex={-1} {...part('notice-title')}>
          {t.text(isMaterial ? 'notice.title.material' : 'notice.title', { company })}
        </Heading>
        {/* For a material change, the note above the redline has this sentence. */}
        {!(isMaterial && showsRequest) && <p>{t.text(isMaterial ? 'diff.material' : 'notice.minor')}</p>}
        {effective !== undefined && <p>{t.text('notice.effective', { date: t.date(effective, 'UTC') })}</p>}
        {isMaterial && deadline !== undefined && <p>{t.text('notice.deadline', { date: t.date(deadline, 'UTC') })}</p>}
        {!showsRequest && (
          <div {...part('actions')}>
            <button type="button" {...part('action')} aria-expanded={false} onClick={onShow}>
              {t.text('notice.show')}
            </button>
            <button type="button" {...part('action')} onClick={onLater}>
              {t.text(isMaterial ? 'notice.later' : 'action.close')}
            </button>
          </div>
        )}
      </div>
      {onClose && <CloseButton isAsking={isAsking} onClick={onClose} />}
    </header>
  )
}
