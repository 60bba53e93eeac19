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
import { warnMisuse } from '../../react/developer/warn-misuse.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { isFocusFree } from '../kit/may-take-focus.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useLostFocus } from '../kit/use-lost-focus.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { ConsentRequest } from '../request/consent-request.tsx'
import { RequestDialog } from '../screen/request-dialog.tsx'
import { announcementFor } from '../surface/announcement.ts'
import { useAnnouncement } from '../surface/use-announcement.ts'
import { useCause } from '../surface/use-cause.ts'
import type { DialogProps } from '../surface/use-dialog-open.ts'
import { useLayout } from '../surface/use-layout.ts'
import { useModalDialog } from '../surface/use-modal-dialog.ts'
import { useSurfaceConsent } from '../surface/use-surface-consent.ts'
import { viewTitle } from '../surface/view-title.ts'
import { withDecisionHandlers } from '../surface/with-decision-handlers.tsx'
import { type NoticeDataAttributes, type NoticeSurface, type NoticeWeight, toNoticeWeight } from './notice-data-attributes.ts'
import { NoticeHeader } from './notice-header.tsx'

/** Outcomes of an act in a notice. Any other state comes from another component. */
const OUTCOMES: ReadonlySet<ConsentState> = new Set(['queued', 'licensed', 'declined', 'dismissed'])

/** Props of {@link TermsNotice}. `open`, `defaultOpen` and `onOpenChange` apply to the surface `dialog`, while there are changed terms. */
export interface TermsNoticeProps extends PartProps<'section', NoticeWeight>, DialogProps, Omit<DecisionHandlers, 'onWithdraw'> {
  /** Placement of the notice. Default `banner`. */
  readonly surface?: NoticeSurface | undefined
  /**
   * When the changed terms take effect: a date or a time, RFC 3339 in UTC. It is only shown. The current agreement stays in force until the
   * person decides.
   */
  readonly effective?: string | undefined
  /**
   * By when to decide: a date or a time, RFC 3339 in UTC. It is only shown, and only for a material change. If the person does not
   * decide, that is never an agreement.
   */
  readonly deadline?: string | undefined
  /** Level of the title. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
  /** Content below the decision. */
  readonly footer?: ReactNode
}

/**
 * A notice of changed terms. It asks for a decision when the change is material; a banner shows the terms in a dialog.
 *
 * It renders only while there are changed terms, and announces the outcome of a decision that was made in it.
 *
 * @example
 * <TermsNotice deadline="2027-01-31T00:00:00Z" />
 */
export const TermsNotice = withDecisionHandlers(
  forwardRef(function TermsNotice(props: TermsNoticeProps, ref: ForwardedRef<HTMLElement>): ReactElement {
    const { surface = 'banner', effective, deadline, open, defaultOpen, onOpenChange, headingLevel = 2, footer, ...rest } = props
    const consent = useSurfaceConsent()
    const { status, reason, isAsking, agreement, decline, dismiss, reopen } = consent
    const isLicensed = useLicense((license) => license.isLicensed)
    const revocation = useLicense(({ license }) => license?.revocation)
    const part = useInnerParts()
    const t = useText()
    const layout = useLayout()
    const id = useId()
    const title = useRef<HTMLHeadingElement>(null)
    const live = useRef<HTMLDivElement>(null)
    const element = useRef<HTMLDialogElement>(null)
    const [isDialogOpen, setDialogOpen] = useState(false)
    const [hasActed, setActed] = useState(false)
    const weight = toNoticeWeight(reason)
    const cause = useCause()
    const isOwn = cause === 'here'
    // A minor change is read, and not asked about until the person has opened it.
    const isQuestion = weight === 'material' || cause !== 'elsewhere'
    const modal = surface === 'dialog'
    const isBanner = surface === 'banner'
    // Closing the dialog of a banner decides nothing, so a material change is still open. Reading a minor change is enough.
    const isOpenQuestion = isBanner && weight === 'material' && status === 'dismissed'
    const hasNews = weight !== 'none' && (isAsking || status === 'submitting' || isOpenQuestion)
    const dialog = useModalDialog({
      ref: element,
      modal,
      open,
      defaultOpen,
      onOpenChange: (isOpen, details) => {
        setActed(!isOpen)
        onOpenChange?.(isOpen, details)
      },
      canOpen: hasNews,
      opens: true,
      asks: hasNews,
      canAsk: (question) => !isBanner && toNoticeWeight(question) !== 'none',
      isAsking,
      isChecking: status === 'checking',
      dismiss,
      title,
    })
    useEffect(() => {
      for (const date of [effective, deadline]) if (date !== undefined && !isDate(date)) warnMisuse('date', date)
    }, [effective, deadline])
    const [root, children, renderRoot] = usePart('notice', rest, ref, element, useOwnPlace())
    const isFocusLost = useLostFocus(element)
    const company = agreement.company.name
    // A banner shows the question in a dialog. Any other notice is a banner too while another surface asks.
    const showsRequest = !isBanner && isQuestion && !dialog.isAskedElsewhere
    const onAct = useCallback(() => setActed(true), [])

    useEffect(() => {
      if (hasNews) return
      // The notice is gone after the decision. If it had the focus, the live region takes it.
      if ((hasActed && isOwn && isFocusFree(live.current)) || isFocusLost()) live.current?.focus({ preventScroll: true })
    }, [hasNews, hasActed, isOwn, isFocusLost])
    // Only a decision that was made in this notice is announced, until the flow moves on.
    const isOutcome = OUTCOMES.has(status)
    useEffect(() => {
      if (hasNews || !isOutcome) setActed(false)
    }, [hasNews, isOutcome])

    const facts = { ...consent, company, isLicensed, isRefused: false, revocation }
    const announcement = useAnnouncement({
      surface: live,
      status,
      outcome: viewTitle(facts, t),
      announcement: hasNews && showsRequest ? announcementFor(facts, t) : hasActed && isOutcome ? viewTitle(facts, t) : '',
    })
    const body = hasNews && (!modal || dialog.isOpen) && (
      <div {...part('screen-body')}>
        {/* A live region behind a modal dialog is silent, so the dialog has its own. */}
        {modal && <LiveRegion>{announcement}</LiveRegion>}
        <NoticeHeader
          titleId={`${id}-title`}
          titleRef={title}
          headingLevel={headingLevel}
          isMaterial={weight === 'material'}
          showsRequest={showsRequest}
          effective={effective}
          deadline={deadline}
          onShow={() => (isBanner ? setDialogOpen(true) : reopen())}
          onKeep={() => {
            onAct()
            if (isOpenQuestion) reopen()
            if (weight === 'material') decline()
            else dismiss()
          }}
          onClose={modal ? () => dialog.close('button') : undefined}
        />
        {showsRequest && (
          <div {...part('screen-main')}>
            <ConsentRequest reading="tracked" headingLevel={headingLevel} onAct={onAct} footer={footer} />
          </div>
        )}
        {children}
      </div>
    )
    const attributes: NoticeDataAttributes = {
      'data-surface': isBanner ? 'inline' : surface,
      'data-layout': layout,
      'data-variant': surface,
      'data-state': weight,
      'data-view': 'ask',
    }
    return (
      <>
        {(hasNews || modal) &&
          dialog.inLayer(
            renderRoot(
              modal ? 'dialog' : 'section',
              {
                'aria-labelledby': `${id}-title`,
                ...mergeProps(root, dialog.handlers),
                className: `licet-screen ${root.className}`,
                ...attributes,
                children: body,
              },
              weight,
            ),
          )}
        <LiveRegion regionRef={live}>{modal && hasNews ? '' : announcement}</LiveRegion>
        {isBanner && <RequestDialog open={isDialogOpen} onOpenChange={setDialogOpen} />}
      </>
    )
  }),
)

// Without a time zone, readers in different zones would see different days.
function isDate(text: string): boolean {
  return parseTimestamp(text.includes('T') ? text : `${text}T00:00:00Z`) !== undefined
}
