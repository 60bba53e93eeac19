'use client'

import {
  type ForwardedRef,
  forwardRef,
  type ReactElement,
  type ReactNode,
  useCallback,
  useEffect,
  useId,
  useRef,
  useState,
} from 'react'
import type { ConsentState } from '../../core/consent-flow.ts'
import { parseTimestamp } from '../../core/timestamp.ts'
import { tellMisuse } from '../../react/tell-misuse.ts'
import { useLicense } from '../../react/use-license.ts'
import { announcementFor } from '../consent/announcement.ts'
import { ConsentRequest } from '../consent/consent-request.tsx'
import { useModalDialog } from '../consent/use-modal-dialog.ts'
import { useSurfaceConsent } from '../consent/use-surface-consent.ts'
import { viewTitle } from '../consent/view-title.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { Icon } from '../kit/icons.tsx'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { type NoticeSurface, type NoticeWeight, toNoticeWeight } from './notice-data-attributes.ts'

/** What an act in a notice can come to; any other state is the work of another part. */
const ANSWERS: ReadonlySet<ConsentState> = new Set(['queued', 'licensed', 'declined', 'dismissed'])

/** Props of {@link TermsNotice}. */
export interface TermsNoticeProps extends PartProps<'section', NoticeWeight> {
  /** Default `banner`. */
  readonly surface?: NoticeSurface | undefined
  /** When the changed terms take effect, a date or a moment, RFC 3339 in UTC: told. What was agreed stays in force until a decision. */
  readonly effective?: string | undefined
  /** By when to decide, a date or a moment, RFC 3339 in UTC: told where the change is material, and nothing more. Silence is never agreement. */
  readonly deadline?: string | undefined
  /** Level of the title. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
  readonly footer?: ReactNode
}

/**
 * Tells of changed terms, with the redline, and asks when the change is material (experience 14). There only while there is something to tell;
 * once that was answered here, its outcome is announced.
 *
 * @example
 * <TermsNotice deadline="2027-01-31T00:00:00Z" />
 */
export const TermsNotice = forwardRef(function TermsNotice(props: TermsNoticeProps, ref: ForwardedRef<HTMLElement>): ReactElement {
  const { surface = 'banner', effective, deadline, headingLevel = 2, footer, ...rest } = props
  const question = useSurfaceConsent()
  const { status: state, reason, isAsking: asking, agreement, dismiss } = question
  const licensed = useLicense((license) => license.isLicensed)
  const t = useText()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const live = useRef<HTMLDivElement>(null)
  const own = useRef<HTMLDialogElement>(null)
  const [open, setOpen] = useState(false)
  const [acted, setActed] = useState(false)
  const weight = toNoticeWeight(reason)
  const isMaterial = weight === 'material'
  const telling = weight !== 'none' && (asking || state === 'submitting')
  const modal = surface === 'dialog'
  const dialog = useModalDialog({
    ref: own,
    modal,
    open: modal ? telling : undefined,
    onOpenChange: (isOpen) => setActed(!isOpen),
    state,
    reason,
    asking,
    acted: false,
    title,
  })
  useEffect(() => {
    for (const date of [effective, deadline]) if (date !== undefined && !isDate(date)) tellMisuse('date', date)
  }, [effective, deadline])
  const [root, children, renderRoot] = usePart('notice', rest, ref, own)
  const Heading = `h${headingLevel}` as const
  const company = agreement.company.name
  const shown = surface !== 'banner' || open
  const act = useCallback(() => setActed(true), [])

  useEffect(() => {
    if (open) title.current?.focus()
  }, [open])
  useEffect(() => {
    if (telling) return
    // What the banner opened is closed again once it is decided, and the focus of that act has only the region to go to.
    setOpen(false)
    const page = live.current?.ownerDocument
    if (acted && page?.activeElement === page?.body) live.current?.focus()
  }, [telling, acted])
  // Of another's decision, or of an earlier visit's, there is nothing to say here: an act ends with its answer.
  const isAnswer = ANSWERS.has(state)
  useEffect(() => {
    if (telling || !isAnswer) setActed(false)
  }, [telling, isAnswer])

  const facts = { ...question, company, licensed, refused: false }
  const said = telling && shown ? announcementFor(facts, t) : acted && isAnswer ? viewTitle(facts, t) : ''
  const body = telling && (
    <div data-part="screen-body">
      {/* The page behind a modal dialog is silent. */}
      {modal && <LiveRegion>{said}</LiveRegion>}
      <header data-part="notice-header">
        {/* What is shown below begins with a note, which has one. */}
        {!shown && <Icon name="info" />}
        <div data-part="message-body">
          <Heading id={`${id}-title`} ref={title} tabIndex={-1} data-part="notice-title">
            {t.text(isMaterial ? 'notice.title.material' : 'notice.title', { company })}
          </Heading>
          {/* The note above the redline says it, where that is on screen. */}
          {!(isMaterial && shown) && <p>{t.text(isMaterial ? 'diff.material' : 'notice.minor')}</p>}
          {effective !== undefined && <p>{t.text('notice.effective', { date: t.date(effective, 'UTC') })}</p>}
          {isMaterial && deadline !== undefined && <p>{t.text('notice.deadline', { date: t.date(deadline, 'UTC') })}</p>}
          {!shown && (
            <div data-part="actions">
              <button type="button" data-part="action" aria-expanded={false} onClick={() => setOpen(true)}>
                {t.text('notice.show')}
              </button>
              <button
                type="button"
                data-part="action"
                onClick={() => {
                  act()
                  dismiss()
                }}
              >
                {t.text(isMaterial ? 'notice.later' : 'action.close')}
              </button>
            </div>
          )}
        </div>
        {modal && <CloseButton asking={asking} onClick={() => dialog.close('button')} />}
      </header>
      {shown && (
        <div data-part="screen-main">
          <ConsentRequest reading="tracked" headingLevel={headingLevel} onAct={act} footer={footer} />
        </div>
      )}
      {children}
    </div>
  )
  return (
    <>
      {(telling || modal) &&
        renderRoot(
          modal ? 'dialog' : 'section',
          {
            'aria-labelledby': `${id}-title`,
            ...mergeProps(root, dialog.handlers),
            className: `licet-screen ${root.className}`,
            'data-surface': surface === 'banner' ? 'inline' : surface,
            'data-variant': surface,
            'data-state': weight,
            'data-view': 'ask',
            children: body,
          },
          weight,
        )}
      <LiveRegion regionRef={live}>{modal && telling ? '' : said}</LiveRegion>
    </>
  )
})

// Without a zone it would be another day on another machine.
function isDate(text: string): boolean {
  return parseTimestamp(text.includes('T') ? text : `${text}T00:00:00Z`) !== undefined
}
