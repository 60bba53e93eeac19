'use client'

import { type ForwardedRef, forwardRef, type ReactElement, type ReactNode, useCallback, useId, useRef, useState } from 'react'
import type { Agreement } from '../../core/agreement.ts'
import type { AskReason, ConsentState } from '../../core/consent-flow.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { warnOfSurface } from '../../react/developer/warn-misuse.ts'
import { useInternalSettings } from '../../react/provider/context.ts'
import { useIsHydrated } from '../../react/provider/use-is-hydrated.ts'
import type { ConsentStore } from '../../react/store/consent-store.ts'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { useStore } from '../../react/store/use-store.ts'
import type { ReadingMode } from '../../react/types.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { createLatePart } from '../kit/late-part.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { Unloaded } from '../kit/unloaded.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { ConsentRequest } from '../request/consent-request.tsx'
import { CompanyLine } from '../summary/company-line.tsx'
import { useAnnouncement } from '../surface/use-announcement.ts'
import type { DialogProps } from '../surface/use-dialog-open.ts'
import { useLayout } from '../surface/use-layout.ts'
import { useModalDialog } from '../surface/use-modal-dialog.ts'
import { dependsOnState, useSurfaceConsent } from '../surface/use-surface-consent.ts'
import { withDecisionHandlers } from '../surface/with-decision-handlers.tsx'
import { OutcomePlace } from './outcome-place.tsx'
import type { ScreenDataAttributes, Surface } from './screen-data-attributes.ts'
import { useScreenView } from './use-screen-view.ts'
import { useTitleFocus } from './use-title-focus.ts'

/** Props of {@link ConsentScreen}. `open`, `defaultOpen` and `onOpenChange` apply to the surfaces `dialog` and `sheet`. */
export interface ConsentScreenProps extends PartProps<'section', ConsentState>, DialogProps, DecisionHandlers {
  /** Placement of the screen. `dialog` and `sheet` are modal, and open automatically when there is something to decide. Default `page`. */
  readonly surface?: Surface | undefined
  /** How reading the terms counts; see `useReadingProgress()`. Default `tracked`. */
  readonly reading?: ReadingMode | undefined
  /** Called when the person presses Done below the outcome. On a page, the button exists only with this handler. */
  readonly onDone?: (() => void) | undefined
  /** Level of the title. Default 1 on a page, else 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
  /** Content above the title, such as a logo. */
  readonly header?: ReactNode
  /** Content below the decision and the outcome. */
  readonly footer?: ReactNode
}

/** The receipt and what belongs to it. */
const useOutcome = createLatePart(() => import('../after-question.ts').then((module) => module.ConsentOutcome))

/**
 * The complete consent screen: the summary with its choices, the full terms, the decision, and its outcome.
 *
 * @example
 * <ConsentScreen surface="dialog" />
 */
export const ConsentScreen = withDecisionHandlers(
  forwardRef(function ConsentScreen(props: ConsentScreenProps, ref: ForwardedRef<HTMLElement>): ReactElement {
    const {
      surface = 'page',
      reading = 'tracked',
      open,
      defaultOpen,
      onOpenChange,
      onDone,
      headingLevel,
      header,
      footer,
      ...rest
    } = props
    warnOfSurface(surface)
    const element = useRef<HTMLDialogElement>(null)
    const consent = useSurfaceConsent(element, dependsOnState(rest))
    const { reason, agreement, isAsking } = consent
    const part = useInnerParts()
    const t = useText(agreement)
    const { illustration } = useInternalSettings().appearance
    const layout = useLayout()
    const id = useId()
    const title = useRef<HTMLHeadingElement>(null)
    const modal = surface === 'dialog' || surface === 'sheet'
    const level = headingLevel ?? (surface === 'page' ? 1 : 2)
    const Heading = `h${level}` as const
    const [root, children, renderRoot] = usePart('screen', rest, ref, element, useOwnPlace())
    // The outcome of one person's act is not shown to the next person.
    const store = useStore()
    const [actedIn, setActedIn] = useState<ConsentStore>()
    const hasActed = actedIn === store
    const onAct = useCallback(() => setActedIn(store), [store])
    // A minor change is only shown, not asked about, so it opens no dialog. A slow device may have a license.
    const asks = isAsking && reason !== 'update-minor' && consent.status !== 'device-slow'
    const isWanted =
      asks || consent.status === 'submitting' || (hasActed && consent.status !== 'checking' && consent.status !== 'dismissed')
    // A dialog that is open stays so when the device turns out to be slow: the person is reading in it.
    const [wasWanted, setWasWanted] = useState(isWanted)
    const opens = isWanted || (wasWanted && consent.status === 'device-slow')
    if (wasWanted !== opens) setWasWanted(opens)
    const dialog = useModalDialog({
      ref: element,
      modal,
      open,
      defaultOpen,
      onOpenChange,
      opens,
      asks,
      canAsk: (question) => question !== 'update-minor' || (modal && open === true),
      isAsking,
      isChecking: consent.status === 'checking',
      dismiss: consent.dismiss,
      title,
    })
    const { status, hinted, view, heading, announcement: text } = useScreenView(consent, dialog.isAskedElsewhere)
    const own = useTitleFocus({ surface: element, title, status, heading, announcement: text })
    const announcement = useAnnouncement({ surface: element, status, outcome: heading, announcement: own })
    const finish = () => {
      if (modal) dialog.close('done')
      onDone?.()
    }
    const showsOutcome = view === 'outcome' && hinted === undefined && status !== 'device-slow'
    const [ConsentOutcome, retry] = useOutcome(showsOutcome, view === 'ask')
    // Until the page is hydrated, an empty screen is all that is right for every visitor.
    const isKnown = useIsHydrated() || view !== 'checking'
    const body = (
      <>
        <LiveRegion>{announcement}</LiveRegion>
        {(modal ? dialog.isOpen : isKnown) && (
          <div {...part('screen-body')}>
            {/* Each view has its own header, so that none moves to the place of another one. */}
            <header key={view} {...part('screen-header')}>
              {header}
              {view === 'ask' && illustration && (
                <div {...part('screen-illustration')} aria-hidden="true">
                  {typeof illustration === 'string' ? <img src={illustration} alt="" /> : illustration}
                </div>
              )}
              {view === 'ask' && <CompanyLine company={agreement.company} />}
              <Heading id={`${id}-title`} ref={title} {...part('screen-title')} tabIndex={-1}>
                {heading}
              </Heading>
              {view === 'ask' && !reason.startsWith('update') && <p {...part('screen-lead')}>{leadText(reason, agreement, t)}</p>}
              {modal && <CloseButton isAsking={view === 'ask' && isAsking} onClick={() => dialog.close('button')} />}
            </header>
            {view === 'ask' && (
              <div {...part('screen-main')}>
                <ConsentRequest reading={reading} headingLevel={level} onAct={onAct} footer={footer} />
              </div>
            )}
            {view === 'outcome' &&
              !(showsOutcome && ConsentOutcome) &&
              (retry ? (
                <Unloaded onRetry={retry} />
              ) : (
                <OutcomePlace status={hinted ?? status} hasDone={modal || onDone !== undefined} />
              ))}
            {showsOutcome && ConsentOutcome && (
              <div {...part('screen-outcome')}>
                <ConsentOutcome
                  status={status}
                  headingLevel={level}
                  onAct={onAct}
                  onDone={onDone === undefined && !modal ? undefined : finish}
                  footer={footer}
                />
              </div>
            )}
            {children}
          </div>
        )}
      </>
    )
    const attributes: ScreenDataAttributes = {
      'data-surface': surface,
      'data-layout': surface === 'sheet' && layout === 'split' ? 'column' : layout,
      'data-state': consent.status,
      'data-view': view,
    }
    const screen = renderRoot(
      modal ? 'dialog' : 'section',
      {
        ...(modal || isKnown ? { 'aria-labelledby': `${id}-title` } : { 'aria-label': heading }),
        'aria-busy': view === 'checking' || status === 'submitting' || undefined,
        ...mergeProps(root, dialog.handlers),
        ...attributes,
        children: body,
      },
      consent.status,
    )
    return dialog.inLayer(screen)
  }),
)

/** Returns the sentences below the question. Where declining changes nothing else, which the terms then say too, the last one says so. */
function leadText(reason: AskReason, { company, declineChangesNothing }: Agreement, t: Translator): string {
  if (reason === 'change') return t.text('settings.change.hint')
  return declineChangesNothing ? t.text('screen.lead.either', { company: company.name }) : t.text('screen.lead')
}
