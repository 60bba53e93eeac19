'use client'

import {
  type ForwardedRef,
  forwardRef,
  type MouseEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { useLicense } from '../../react/use-license.ts'
import { useWithdraw } from '../../react/use-withdraw.ts'
import { mergeRefs, type PartProps, renderPart } from '../kit/part.ts'
import { useRoot } from '../kit/root.ts'
import { useText } from '../kit/text.ts'
import { LiveRegion, StatusMessage } from '../message/message.tsx'
import { announcementOf } from '../screen/announcement.ts'
import { ConsentScreen } from '../screen/consent-screen.tsx'
import { withdrawalTitle } from '../screen/title.ts'
import { useQuestion } from '../screen/use-question.ts'
import { Held } from './held.tsx'

/** Props of {@link ConsentSettings}. */
export interface ConsentSettingsProps extends PartProps<'section', ConsentState> {
  /** Deletes, or asks to delete, what the app holds: offered after a withdrawal. Without it nothing is offered. */
  readonly onDelete?: () => void | Promise<void>
  /** Level of the title. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4
  readonly footer?: ReactNode
}

/**
 * What was agreed, when and with what effect; the receipt; another choice; and withdrawal in one act (experience 12 and 13).
 *
 * @example
 * <ConsentSettings onDelete={() => deleteReceipts(user)} />
 */
export const ConsentSettings = forwardRef(function ConsentSettings(
  props: ConsentSettingsProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const { onDelete, headingLevel = 2, footer, render, asChild, children, ...attributes } = props
  const own = useRef<HTMLElement>(null)
  const { state, reason, asking, agreement, reopen, pending, storage } = useQuestion(own, typeof render === 'function')
  const { license, licensed } = useLicense()
  const withdrawal = useWithdraw()
  const t = useText()
  const id = useId()
  const [deletion, setDeletion] = useState<'idle' | 'asked'>('idle')
  const [reviewing, setReviewing] = useState(false)
  const root = useRoot('settings', attributes)
  const Heading = `h${headingLevel}` as const
  const inner = Math.min(6, headingLevel + 1) as 2 | 3 | 4 | 5
  const company = agreement.company.name
  const asks = asking || state === 'submitting'
  const choosing = (reviewing || reason === 'change') && asks
  const leaving = withdrawal.state === 'withdrawing' || withdrawal.state === 'withdrawn'

  // What was reviewed is decided: the next question waits until somebody wants to see it.
  useEffect(() => {
    if (!asks) setReviewing(false)
  }, [asks])

  // After an act the button that had the focus is gone: the title takes it, so a keyboard or screen reader stays where it was.
  const view = choosing ? 'choosing' : leaving ? 'leaving' : licensed ? 'held' : state === 'queued' ? 'queued' : 'none'
  const title = useRef<HTMLHeadingElement>(null)
  const acted = useRef(false)
  const lastView = useRef(view)
  useEffect(() => {
    if (acted.current && lastView.current !== view) title.current?.focus()
    lastView.current = view
  }, [view])

  const askToDelete = async () => {
    await onDelete?.()
    setDeletion('asked')
  }
  const review = (
    <button
      type="button"
      data-part="action"
      onClick={() => {
        reopen()
        setReviewing(true)
      }}
    >
      {t.text('settings.review')}
    </button>
  )
  const body = (
    <>
      <LiveRegion>{leaving ? announcementOf(state, pending, t) : ''}</LiveRegion>
      <Heading id={`${id}-title`} ref={title} data-part="settings-title" tabIndex={-1}>
        {t.text('settings.title')}
      </Heading>
      {choosing ? (
        <ConsentScreen surface="inline" headingLevel={inner === 5 ? 4 : inner} />
      ) : leaving ? (
        <StatusMessage
          variant={withdrawal.state === 'withdrawn' ? 'done' : 'waiting'}
          heading={withdrawalTitle(state, pending, t)}
          actions={
            <>
              {onDelete !== undefined && deletion === 'idle' && (
                <button type="button" data-part="action" onClick={() => void askToDelete()}>
                  {t.text('settings.delete')}
                </button>
              )}
              {withdrawal.state === 'withdrawn' && review}
            </>
          }
        >
          <p>
            {withdrawal.state === 'withdrawn'
              ? t.text('status.withdrawn', { company, date: t.date(license?.timestamp ?? '') })
              : t.text(pending?.stage === 'signed' ? 'status.withdrawn.queued' : 'status.withdrawing')}
          </p>
          {deletion === 'asked' && <p>{t.text('settings.deleted')}</p>}
        </StatusMessage>
      ) : licensed && license !== undefined ? (
        <Held license={license} headingLevel={inner} />
      ) : state === 'queued' ? (
        <StatusMessage
          variant="waiting"
          heading={t.text('status.queued.title')}
          actions={
            <button type="button" data-part="withdraw" onClick={() => void withdrawal.withdraw()}>
              {t.text('settings.withdraw')}
            </button>
          }
        >
          <p>{t.text(storage === 'memory' ? 'status.queued.memory' : 'status.queued')}</p>
        </StatusMessage>
      ) : state === 'checking' ? null : (
        <StatusMessage heading={t.text('settings.none', { company })} actions={review}>
          <p>{t.text('settings.none.hint')}</p>
        </StatusMessage>
      )}
      {footer}
      {children}
    </>
  )
  return renderPart(
    'section',
    {
      'aria-labelledby': `${id}-title`,
      ...root,
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        acted.current = true
        attributes.onClickCapture?.(event)
      },
      'data-state': state,
      ref: mergeRefs<HTMLElement>(ref, own) as never,
      children: body,
    },
    { ...(render && { render }), ...(asChild && { asChild, child: children }) },
    state,
  )
})
