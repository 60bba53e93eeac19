'use client'

import { useCallback, useState } from 'react'
import { type AskReason, type ConsentState, isAsking } from '../../core/consent-flow.ts'
import type { MessageKey } from '../../locales/format/messages.ts'
import type { UseTermsResult } from '../../react/types.ts'
import { useConsent } from '../../react/use-consent.ts'
import { useIsHydrated } from '../../react/use-is-hydrated.ts'
import { useTerms } from '../../react/use-terms.ts'
import { errorMessageKey } from '../consent/error-message.ts'
import type { SubmitConsent } from './use-submit-consent.ts'

/** Options of {@link useCheckboxState}. */
export interface UseCheckboxStateOptions {
  readonly phase: SubmitConsent['phase']
  readonly required: boolean
}

/** Message about an earlier decision of the person. */
type EarlierDecisionKey = Extract<
  MessageKey,
  'status.queued.title' | 'status.queued.memory' | 'status.sending.title' | 'status.already.title' | 'diff.minor' | 'diff.material'
>

/** By the state of the flow, or by the reason why the person is asked. */
const EARLIER_DECISIONS: { readonly [Key in ConsentState | AskReason]?: EarlierDecisionKey } = {
  licensed: 'status.already.title',
  'already-licensed': 'status.already.title',
  expiring: 'status.already.title',
  'update-minor': 'diff.minor',
  'update-material': 'diff.material',
}

/** Result of {@link useCheckboxState}. */
export interface CheckboxState {
  readonly status: ConsentState
  readonly terms: UseTermsResult
  /** `error` also when the text is there but could not be rendered. */
  readonly termsStatus: UseTermsResult['status']
  /** Loads or renders the terms again. */
  readonly retryTerms: () => void
  readonly onShown: (text: string) => void
  readonly onFailed: () => void
  readonly isSubmitting: boolean
  /** The box is on screen, because the exact text that it stands for is on screen. */
  readonly hasBox: boolean
  /** A field that is always invalid replaces the box, and stops the browser from sending the form. */
  readonly isBlocked: boolean
  /** Why nothing was signed; `undefined` without a failure. */
  readonly failure:
    | ReturnType<typeof errorMessageKey>
    | `decision.missing.${'terms' | 'reading' | 'purposes' | 'visibility'}`
    | undefined
  readonly earlierDecision: EarlierDecisionKey | undefined
  /** Text of the progress while the license is created. */
  readonly progress: 'status.submitting' | 'status.withdrawn.queued' | 'status.withdrawn.memory'
}

/** Returns what a checkbox shows, from the state of the flow, the terms and the form. */
export function useCheckboxState({ phase, required }: UseCheckboxStateOptions): CheckboxState {
  const status = useConsent((consent) => consent.status)
  const reason = useConsent((consent) => consent.reason)
  const error = useConsent((consent) => consent.error)
  const missing = useConsent((consent) => consent.missing)
  const isMemory = useConsent((consent) => consent.storage === 'memory')
  const waits = useConsent((consent) => consent.pendingDecision?.isWaiting)
  const terms = useTerms()
  const [shown, setShown] = useState<string>()
  const [isUnshown, setUnshown] = useState(false)
  const onFailed = useCallback(() => setUnshown(true), [])
  const termsStatus = isUnshown ? 'error' : terms.status
  const canAgree = termsStatus === 'ready' && status !== 'unsupported'
  const hasBox = canAgree && shown === terms.text
  // Before hydration, no script handles the form. A person could tick the box, and nothing would be signed.
  const isHydrated = useIsHydrated()
  const [isFromServer] = useState(!isHydrated)
  const hasFailed = phase === 'failed' ? isAsking(status) : phase === 'idle' && status === 'submit-error'
  return {
    status,
    terms,
    termsStatus,
    retryTerms: isUnshown ? () => setUnshown(false) : terms.retry,
    onShown: setShown,
    onFailed,
    isSubmitting: phase === 'agreeing' || status === 'submitting',
    hasBox,
    isBlocked: isFromServer && required && !hasBox && (!isHydrated || canAgree),
    failure: !hasFailed
      ? undefined
      : missing[0] === undefined
        ? errorMessageKey(error?.code)
        : `decision.missing.${missing[0].what}`,
    // Without storage, the person must keep the page open, also after the form was sent.
    earlierDecision:
      status === 'queued' && isMemory
        ? 'status.queued.memory'
        : phase !== 'idle'
          ? undefined
          : status === 'queued'
            ? (`status.${waits ? 'queued' : 'sending'}.title` as const)
            : (EARLIER_DECISIONS[status] ?? EARLIER_DECISIONS[reason]),
    progress: status === 'withdrawing' ? `status.withdrawn.${isMemory ? 'memory' : 'queued'}` : 'status.submitting',
  }
}
