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
import { type ConsentState, isRefused } from '../../core/consent-flow.ts'
import type { ConsentStore } from '../../react/consent-store.ts'
import { useStore } from '../../react/context.ts'
import { useLicense } from '../../react/use-license.ts'
import { useSelected } from '../../react/use-selected.ts'
import { announcementFor } from '../consent/announcement.ts'
import { QueuedLicense } from '../consent/queued-license.tsx'
import { useSurfaceConsent } from '../consent/use-surface-consent.ts'
import { withdrawalTitle } from '../consent/view-title.ts'
import { WithdrawalMessage } from '../consent/withdrawal-message.tsx'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { StatusMessage } from '../message/status-message.tsx'
import { ConsentScreen } from '../screen/consent-screen.tsx'
import { ActiveLicense } from './active-license.tsx'
import { NoLicense } from './no-license.tsx'

/** Props of {@link ConsentSettings}. */
export interface ConsentSettingsProps extends PartProps<'section', ConsentState> {
  /** Deletes, or asks to delete, what the app holds: offered after a withdrawal. Without it nothing is offered. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
  /** Level of the title. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
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
  const { onDelete, headingLevel = 2, footer, ...rest } = props
  const own = useRef<HTMLElement>(null)
  const question = useSurfaceConsent(own, typeof rest.render === 'function')
  const { status: state, reason, agreement, isAsking: asking, reopen, isOnline: online } = question
  const { license, isLicensed: licensed } = useLicense()
  const refused = useSelected(({ flow }) => isRefused(flow))
  const t = useText()
  const id = useId()
  const [deletion, setDeletion] = useState<'idle' | 'asking' | 'asked' | 'failed'>('idle')
  const [reviewing, setReviewing] = useState(false)
  const [decided, setDecided] = useState(false)
  const [root, children, renderRoot] = usePart('settings', rest, ref, own)
  const Heading = `h${headingLevel}` as const
  const inner = (headingLevel + 1) as 2 | 3 | 4 | 5
  const asks = asking || state === 'submitting'
  const choosing = (reviewing || reason === 'change') && asks
  const leaving = state === 'withdrawing' || state === 'withdrawn'
  const facts = { ...question, company: agreement.company.name, licensed, refused }

  // What is decided in here is answered here: the screen that asked goes with its region.
  const isAnswer = state === 'queued' || state === 'licensed' || state === 'declined'
  useEffect(() => {
    if (choosing) setDecided(true)
    else if (!isAnswer) setDecided(false)
  }, [choosing, isAnswer])

  // What was reviewed is decided: the next question waits until somebody wants to see it.
  useEffect(() => {
    if (!asks) setReviewing(false)
  }, [asks])

  // After an act the button that had the focus is gone: the title takes it, so a keyboard or screen reader stays where it was.
  const view = choosing ? 'choosing' : leaving ? 'leaving' : licensed ? 'held' : state === 'queued' ? 'queued' : 'none'
  const title = useRef<HTMLHeadingElement>(null)
  const store = useStore()
  const actedIn = useRef<ConsentStore>(undefined)
  const lastView = useRef(view)
  useEffect(() => {
    if (actedIn.current === store && lastView.current !== view) title.current?.focus()
    lastView.current = view
    if (view !== 'leaving') setDeletion('idle')
  }, [view, store])

  const askToDelete = async () => {
    if (deletion === 'asking') return
    setDeletion('asking')
    let answer: typeof deletion = 'asked'
    try {
      await onDelete?.()
    } catch {
      answer = 'failed'
    }
    // It came too late: the person is elsewhere.
    if (lastView.current !== 'leaving') return
    if (answer === 'asked') title.current?.focus()
    setDeletion(answer)
  }
  const openReview = () => {
    reopen()
    setReviewing(true)
  }
  const review = (
    <button type="button" data-part="action" onClick={openReview}>
      {t.text('settings.review')}
    </button>
  )
  const body = (
    <>
      <LiveRegion>
        {deletion === 'asked'
          ? t.text('settings.deleted')
          : leaving || (decided && !choosing)
            ? announcementFor(facts, t, online)
            : ''}
      </LiveRegion>
      <Heading id={`${id}-title`} ref={title} data-part="settings-title" tabIndex={-1}>
        {t.text('settings.title')}
      </Heading>
      {choosing ? (
        <ConsentScreen surface="inline" headingLevel={inner === 5 ? 4 : inner} />
      ) : leaving ? (
        <WithdrawalMessage
          heading={withdrawalTitle(facts, t)}
          onAct={() => title.current?.focus()}
          actions={
            <>
              {onDelete !== undefined && deletion !== 'asked' && (
                <button type="button" data-part="action" onClick={() => void askToDelete()}>
                  {t.text('settings.delete')}
                </button>
              )}
              {state === 'withdrawn' && review}
            </>
          }
        >
          {deletion === 'asked' && <p>{t.text('settings.deleted')}</p>}
        </WithdrawalMessage>
      ) : (
        <>
          {state === 'queued' && <QueuedLicense heading={t.text('status.queued.title')} withdrawable={!licensed} />}
          {licensed && license !== undefined ? (
            <ActiveLicense license={license} headingLevel={inner} onReview={openReview} />
          ) : (
            view === 'none' && state !== 'checking' && <NoLicense review={review} />
          )}
        </>
      )}
      {deletion === 'failed' && (
        <StatusMessage variant="error" role="alert">
          <p>{t.text('error.other')}</p>
        </StatusMessage>
      )}
      {footer}
      {children}
    </>
  )
  return renderRoot(
    'section',
    {
      'aria-labelledby': `${id}-title`,
      ...root,
      onClickCapture: (event: MouseEvent<HTMLElement>) => {
        actedIn.current = store
        root.onClickCapture?.(event)
      },
      'data-state': state,
      children: body,
    },
    state,
  )
})
