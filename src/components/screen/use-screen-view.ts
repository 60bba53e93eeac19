'use client'

import { type ConsentState, isRefused } from '../../core/consent-flow.ts'
import type { HintedState } from '../../react/hint/consent-hint.ts'
import { useFirstState } from '../../react/hint/use-first-state.ts'
import { useInternalSettings } from '../../react/provider/context.ts'
import type { ConsentView } from '../../react/store/consent-view.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import { useStore } from '../../react/store/use-store.ts'
import { useText } from '../kit/use-text.ts'
import { announcementFor } from '../surface/announcement.ts'
import { titleFacts } from '../surface/title-facts.ts'
import type { SurfaceConsent } from '../surface/use-surface-consent.ts'
import { viewTitle } from '../surface/view-title.ts'
import { type ScreenView, toScreenView } from './screen-data-attributes.ts'

/** Result of {@link useScreenView}. */
export interface ScreenViewResult {
  /** The state that the screen shows. */
  readonly status: ConsentState
  /** The state in the hint of the server, until the license of the device is known. */
  readonly hinted: HintedState | undefined
  readonly view: ScreenView
  readonly heading: string
  /** The text of the live region. */
  readonly announcement: string
}

/** Returns what a screen shows. While another surface asks, it shows what is so without the question. */
export function useScreenView(consent: SurfaceConsent, isAskedElsewhere: boolean): ScreenViewResult {
  const { agreement } = consent
  const { isLicensed, revocation, isWithdrawalRefused } = useSelected(toLicenseFacts)
  const t = useText(agreement)
  const status = !isAskedElsewhere ? consent.status : isLicensed ? 'already-licensed' : 'dismissed'
  const hinted = useStateInHint(status)
  const { mark = 'none' } = useStore().question
  // A slow device has an answer of this person, and does not say yet which license it has. There is nothing to ask.
  const isSlow = status === 'device-slow' && mark !== 'none' && !consent.isPending
  const view = isSlow ? 'outcome' : hinted === undefined ? toScreenView(status) : hinted === 'ask' ? 'ask' : 'outcome'
  const facts = {
    ...consent,
    status,
    company: agreement.company.name,
    ...titleFacts(agreement, t),
    isLicensed,
    isRefused: isWithdrawalRefused,
    revocation,
  }
  const heading =
    view === 'checking'
      ? t.text('screen.checking')
      : isSlow
        ? t.text('status.slow.title')
        : viewTitle(hinted === undefined || hinted === 'ask' ? facts : { ...facts, status: hinted }, t)
  return { status, hinted, view, heading, announcement: isSlow ? t.text('status.slow.settings') : announcementFor(facts, t) }
}

/** Returns what a title says about the license. */
function toLicenseFacts({ client, flow }: ConsentView) {
  return { isLicensed: client.licensed, revocation: client.license?.revocation, isWithdrawalRefused: isRefused(flow) }
}

/** Returns what a screen shows until the license of the device is known: the answer in the mark of this browser, or in the hint of a server. */
function useStateInHint(status: ConsentState): HintedState | undefined {
  const { unavailableTerms } = useInternalSettings()
  const hinted = useFirstState()
  // The question needs its words.
  return status === 'checking' && !(hinted === 'ask' && unavailableTerms) ? hinted : undefined
}
