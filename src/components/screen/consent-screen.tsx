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
import { type ConsentState, isRefused } from '../../core/consent-flow.ts'
import { joinHyphens } from '../../locales/format/translator.ts'
import type { ConsentStore } from '../../react/consent-store.ts'
import { useStore } from '../../react/context.ts'
import type { ReadingMode } from '../../react/types.ts'
import { useLicense } from '../../react/use-license.ts'
import { useSelected } from '../../react/use-selected.ts'
import { announcementFor } from '../consent/announcement.ts'
import { ConsentRequest } from '../consent/consent-request.tsx'
import { ScreenSkeleton } from '../consent/skeleton.tsx'
import { type OpenChangeDetails, useModalDialog } from '../consent/use-modal-dialog.ts'
import { useSurfaceConsent } from '../consent/use-surface-consent.ts'
import { viewTitle } from '../consent/view-title.ts'
import { CloseButton } from '../kit/close-button.tsx'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { ConsentOutcome } from './consent-outcome.tsx'
import { type Surface, toScreenView } from './screen-data-attributes.ts'

/** Props of {@link ConsentScreen}. */
export interface ConsentScreenProps extends PartProps<'section', ConsentState> {
  /** Where it stands. `dialog` and `sheet` are modal and open by themselves when there is something to decide. Default `page`. */
  readonly surface?: Surface | undefined
  /** How far reading counts; see `useReadingProgress()`. Default `tracked`. */
  readonly reading?: ReadingMode | undefined
  /** Opens and closes a modal surface from outside. */
  readonly open?: boolean | undefined
  /** Hears that a modal surface wants to open or close, and why. Closing without a decision is dismissal: neither yes nor no. */
  readonly onOpenChange?: ((open: boolean, details: OpenChangeDetails) => void) | undefined
  /** Hears that the person is done with the outcome. On a page this shows a button for it. */
  readonly onDone?: (() => void) | undefined
  /** Level of the title. Default 1 on a page, else 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
  /** Stands above the title: a logo. */
  readonly header?: ReactNode
  /** Stands below the decision and the outcome. */
  readonly footer?: ReactNode
}

/**
 * The consent screen whole: who asks and what for, the summary with its choices, the full terms, the two choices, and what came of them.
 *
 * @example
 * <ConsentScreen surface="dialog" />
 */
export const ConsentScreen = forwardRef(function ConsentScreen(
  props: ConsentScreenProps,
  ref: ForwardedRef<HTMLElement>,
): ReactElement {
  const { surface = 'page', reading = 'tracked', open, onOpenChange, onDone, headingLevel, header, footer, ...rest } = props
  const own = useRef<HTMLDialogElement>(null)
  const question = useSurfaceConsent(own, typeof rest.render === 'function')
  const { status: state, reason, agreement, isAsking: asking, isOnline: online } = question
  const licensed = useLicense((license) => license.isLicensed)
  const refused = useSelected(({ flow }) => isRefused(flow))
  const t = useText()
  const id = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const modal = surface === 'dialog' || surface === 'sheet'
  const view = toScreenView(state)
  const level = headingLevel ?? (surface === 'page' ? 1 : 2)
  const [root, children, renderRoot] = usePart('screen', rest, ref, own)
  const Heading = `h${level}` as const
  // What one person did is nothing to show the next (experience 16).
  const store = useStore()
  const [actedIn, setActedIn] = useState<ConsentStore>()
  const acted = actedIn === store
  const dialog = useModalDialog({ ref: own, modal, open, onOpenChange, state, reason, asking, acted, title })

  // After an act the button that had the focus is gone: the title takes it, so a keyboard or screen reader stays where it was.
  const lastState = useRef(state)
  const [unheard, setUnheard] = useState(false)
  useEffect(() => {
    const isSameView = toScreenView(lastState.current) === view
    // Within a view the focus may be elsewhere on the page, and stays there.
    if (acted && (!isSameView || (lastState.current !== state && !hasFocus(title.current)))) {
      // Where the focus is already, it says nothing by coming: a press need not move it, as in Safari.
      setUnheard(title.current?.matches(':focus') === true)
      title.current?.focus({ preventScroll: isSameView })
    }
    lastState.current = state
  }, [acted, state, view])

  const facts = { ...question, company: agreement.company.name, licensed, refused }
  const heading = viewTitle(facts, t)
  // What the focus says on its way to the title is not said twice.
  const announcement = announcementFor(facts, t, online)
  const [entry, setEntry] = useState({ view, state })
  if (entry.view !== view) setEntry({ view, state })
  const isSaid = acted && !unheard && entry.state === state && announcement === heading
  const finish = () => {
    if (modal) dialog.close('done')
    onDone?.()
  }
  const onAct = useCallback(() => setActedIn(store), [store])
  const body = (
    <>
      <LiveRegion>{isSaid ? '' : announcement}</LiveRegion>
      {(!modal || dialog.isOpen) && (
        <div data-part="screen-body">
          <header data-part="screen-header">
            {header}
            <Heading id={`${id}-title`} ref={title} data-part="screen-title" tabIndex={-1}>
              {heading}
            </Heading>
            {/* A sentence of the record, in the language of the terms: below a title in another one the summary says it better. */}
            {view === 'ask' && agreement.locale.split('-')[0] === t.locale.split('-')[0] && (
              <p data-part="screen-lead">{joinHyphens(agreement.description)}</p>
            )}
            {modal && <CloseButton asking={asking} onClick={() => dialog.close('button')} />}
          </header>
          {view === 'checking' && <ScreenSkeleton label={t.text('screen.checking')} />}
          {view === 'ask' && (
            <div data-part="screen-main">
              <ConsentRequest reading={reading} headingLevel={level} onAct={onAct} footer={footer} />
            </div>
          )}
          {view === 'outcome' && (
            <div data-part="screen-outcome">
              <ConsentOutcome
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
  return renderRoot(
    modal ? 'dialog' : 'section',
    {
      'aria-labelledby': `${id}-title`,
      'aria-busy': state === 'checking' || state === 'submitting' || undefined,
      ...mergeProps(root, dialog.handlers),
      'data-surface': surface,
      'data-state': state,
      'data-view': view,
      children: body,
    },
    state,
  )
})

/** Tells whether anything on the page has the focus. */
function hasFocus(title: HTMLElement | null): boolean {
  const page = title?.ownerDocument
  return page?.activeElement !== page?.body
}
