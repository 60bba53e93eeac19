'use client'

import {
  type ForwardedRef,
  forwardRef,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  useEffect,
  useId,
  useRef,
} from 'react'
import { type ConsentState, isRefused } from '../../core/consent-flow.ts'
import { checkContrast } from '../../react/developer/check-looks.ts'
import { useLicense } from '../../react/hooks/use-license.ts'
import type { DecisionHandlers } from '../../react/store/decision-handlers.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { isFocusFree, mayTakeFocus } from '../kit/may-take-focus.ts'
import { mergeProps } from '../kit/merge-props.ts'
import type { PartProps } from '../kit/part-props.ts'
import { RowButton } from '../kit/row-button.tsx'
import { useInnerParts } from '../kit/use-inner-parts.ts'
import { useLostFocus } from '../kit/use-lost-focus.ts'
import { useOwnPlace } from '../kit/use-own-place.ts'
import { usePart } from '../kit/use-part.ts'
import { useText } from '../kit/use-text.ts'
import { LiveRegion } from '../message/live-region.tsx'
import { StatusMessage } from '../message/status-message.tsx'
import { ConsentScreen } from '../screen/consent-screen.tsx'
import { ExpiringMessage } from '../status/expiring-message.tsx'
import { QueuedLicense } from '../status/queued-license.tsx'
import { WithdrawalMessage } from '../status/withdrawal-message.tsx'
import { announcementFor } from '../surface/announcement.ts'
import { useAnnouncement } from '../surface/use-announcement.ts'
import { useCause } from '../surface/use-cause.ts'
import { dependsOnState, useSurfaceConsent } from '../surface/use-surface-consent.ts'
import { viewTitle, withdrawalTitle } from '../surface/view-title.ts'
import { withDecisionHandlers } from '../surface/with-decision-handlers.tsx'
import { ActiveLicense } from './active-license.tsx'
import { MinorChange } from './minor-change.tsx'
import { NoLicense } from './no-license.tsx'
import type { SettingsDataAttributes } from './settings-data-attributes.ts'
import { SettingsPlace } from './settings-place.tsx'
import { useDataDeletion } from './use-data-deletion.ts'
import { useSettingsView } from './use-settings-view.ts'
import { WithdrawSection } from './withdraw-section.tsx'

/** Props of {@link ConsentSettings}. */
export interface ConsentSettingsProps extends PartProps<'section', ConsentState>, DecisionHandlers {
  /** Deletes the data that the app stores, or requests it. The button for it appears after a withdrawal, and only with this handler. */
  readonly onDelete?: (() => void | Promise<void>) | undefined
  /** Level of the title. Default 2. */
  readonly headingLevel?: 1 | 2 | 3 | 4 | undefined
  /** Content below the settings. */
  readonly footer?: ReactNode
}

/**
 * The settings of a permission: what was agreed and when, the receipt, a new choice, and withdrawal in one action.
 *
 * @example
 * <ConsentSettings onDelete={() => deleteReceipts(user)} />
 */
export const ConsentSettings = withDecisionHandlers(
  forwardRef(function ConsentSettings(props: ConsentSettingsProps, ref: ForwardedRef<HTMLElement>): ReactElement {
    const { onDelete, headingLevel = 2, footer, ...rest } = props
    const element = useRef<HTMLElement>(null)
    const consent = useSurfaceConsent(element, dependsOnState(rest))
    const { status, agreement } = consent
    const { license, isLicensed } = useLicense()
    const isWithdrawalRefused = useSelected(({ flow }) => isRefused(flow))
    const part = useInnerParts()
    const t = useText()
    const id = useId()
    const title = useRef<HTMLHeadingElement>(null)
    const [root, children, renderRoot] = usePart('settings', rest, ref, element, useOwnPlace())
    const Heading = `h${headingLevel}` as const
    const innerLevel = (headingLevel + 1) as 2 | 3 | 4 | 5
    const { view, hasDecided, review } = useSettingsView(consent, isLicensed)
    const deletion = useDataDeletion({ onDelete, view, title })
    const facts = {
      ...consent,
      company: agreement.company.name,
      isLicensed,
      isRefused: isWithdrawalRefused,
      revocation: license?.revocation,
    }

    useEffect(() => checkContrast(element.current), [])
    // After an act the button that had the focus is gone. The title takes the focus, so that keyboard and screen reader users keep their place.
    const isOwn = useCause() === 'here'
    const isFocusLost = useLostFocus(element)
    const last = useRef({ view, status })
    useEffect(() => {
      const before = last.current
      last.current = { view, status }
      if (before.status === status) return
      if (!isOwn) return isFocusLost() ? title.current?.focus({ preventScroll: true }) : undefined
      const moves = before.view === view ? isFocusFree(element.current) : mayTakeFocus(element.current)
      if (!moves) return
      // A new choice has its own title.
      const question = view === 'choosing' && element.current?.querySelector<HTMLElement>('[data-part="screen-title"]')
      const heading = question || title.current
      heading?.focus()
      // From its title, a new question has room for both choices. jsdom has no `scrollIntoView`.
      if (view === 'choosing') heading?.scrollIntoView?.()
    }, [view, status, isOwn, isFocusLost])
    const announcement = useAnnouncement({
      surface: title,
      status,
      outcome: viewTitle(facts, t),
      announcement: view === 'withdrawing' || hasDecided ? announcementFor(facts, t) : '',
    })

    const closeChoice = (event: KeyboardEvent) => {
      if (view !== 'choosing' || event.key !== 'Escape' || event.defaultPrevented) return
      // A dialog around the settings stays open.
      event.preventDefault()
      consent.dismiss()
    }
    const reviewButton = (label: string) => (
      <button type="button" {...part('action')} onClick={review}>
        {label}
      </button>
    )
    const reviewRow = (
      <RowButton icon="chevron" onClick={review}>
        {t.text('settings.review')}
      </RowButton>
    )
    const deleteRow = onDelete !== undefined && deletion.status !== 'requested' && (
      <RowButton icon="chevron" onClick={() => void deletion.request()}>
        {t.text('settings.delete')}
      </RowButton>
    )
    const body = (
      <>
        <LiveRegion>{deletion.status === 'requested' ? t.text('settings.deleted') : announcement}</LiveRegion>
        <Heading id={`${id}-title`} ref={title} {...part('settings-title')} tabIndex={-1}>
          {t.text('settings.title')}
        </Heading>
        {view === 'choosing' ? (
          <>
            <ConsentScreen surface="inline" headingLevel={innerLevel === 5 ? 4 : innerLevel} />
            {isLicensed && <WithdrawSection />}
          </>
        ) : view === 'withdrawing' ? (
          <WithdrawalMessage heading={withdrawalTitle(facts, t)} actions={deleteRow} review={reviewRow}>
            {deletion.status === 'requested' && <p>{t.text('settings.deleted')}</p>}
          </WithdrawalMessage>
        ) : (
          <>
            {status === 'queued' && (
              <QueuedLicense headingLevel={innerLevel} heading={viewTitle(facts, t)} withdrawable={!isLicensed} />
            )}
            {isLicensed && license !== undefined ? (
              <>
                {status === 'expiring' && (
                  <ExpiringMessage heading={t.text('status.expiring.title')} actions={reviewButton(t.text('action.renew'))} />
                )}
                <MinorChange onShow={review} />
                <ActiveLicense license={license} headingLevel={innerLevel} onReview={review} />
              </>
            ) : (
              view === 'none' &&
              (status === 'checking' ? (
                <SettingsPlace
                  headingLevel={innerLevel}
                  review={reviewButton(t.text('settings.review'))}
                  reviewRow={reviewRow}
                  actions={deleteRow}
                />
              ) : (
                <NoLicense review={reviewButton(t.text('settings.review'))} />
              ))
            )}
          </>
        )}
        {deletion.status === 'failed' && (
          <StatusMessage variant="error" role="alert">
            <p>{t.text('error.other')}</p>
          </StatusMessage>
        )}
        {footer}
        {children}
      </>
    )
    const attributes: SettingsDataAttributes = { 'data-state': status }
    return renderRoot(
      'section',
      {
        'aria-labelledby': `${id}-title`,
        ...mergeProps(root, { onKeyDown: closeChoice }),
        ...attributes,
        children: body,
      },
      status,
    )
  }),
)
