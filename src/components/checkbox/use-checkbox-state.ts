'use client'

import { useCallback, useState } from 'react'
import { type AskReason, type ConsentState, isAsking } from '../../core/consent-flow.ts'
import type { MessageKey } from '../../locales/format/messages.ts'
import { useConsent } from '../../react/hooks/use-consent.ts'
import { useTerms } from '../../react/hooks/use-terms.ts'
import { useSelected } from '../../react/store/use-selected.ts'
import type { MissingPart, UseTermsResult } from '../../react/types.ts'
import { errorMessageKey } from '../status/error-message.ts'
import { hasAgreed, type SubmitConsent } from './use-submit-consent.ts'

/** Options of {@link useCheckboxState}. */
export interface UseCheckboxStateOptions {
  readonly phase: SubmitConsent['phase']
}

/** Message about an earlier decision of the person. */
type EarlierDecisionKey = Extract<
  MessageKey,
  'status.queued.title' | 'status.queued.memory' | 'status.sending.title' | 'diff.minor' | 'diff.material'
>

/** By the reason why the person is asked again. */
const EARLIER_DECISIONS: { readonly [Key in AskReason]?: EarlierDecisionKey } = {
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
  /** The person agreed, so a sentence replaces the box. */
  readonly hasAgreed: boolean
  /** The box counts: the exact text that it stands for is on screen, or the person has agreed. */
  readonly isBoxReady: boolean
  /** Whether to render the box. It is there with the terms, so that nothing moves, and a server's form works without JavaScript. */
  readonly hasBox: boolean
  /** Why nothing was signed; `undefined` without a failure. */
  readonly failure: ReturnType<typeof errorMessageKey> | `decision.missing.${MissingPart['what']}` | undefined
  readonly earlierDecision: EarlierDecisionKey | undefined
  /** Text of the progress while the license is created. */
  readonly progress: ProgressKey
}

type ProgressKey = Extract<
  MessageKey,
  'status.submitting' | 'status.slow.kept' | 'status.withdrawn.queued' | 'status.withdrawn.memory'
>

/** Returns what a checkbox shows, from the state of the flow, the terms and the form. */
export function useCheckboxState({ phase }: UseCheckboxStateOptions): CheckboxState {
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
  const canAgree = termsStatus === 'ready' && status !== 'unsupported' && status !== 'device-slow'
  const isAgreed = useSelected(({ flow }) => hasAgreed(flow))
  const isBoxReady = isAgreed || (canAgree && shown === terms.text)
  const hasFailed = phase === 'failed' ? isAsking(status) : phase === 'idle' && status === 'submit-error'
  return {
    status,
    terms,
    termsStatus,
    retryTerms: isUnshown ? () => setUnshown(false) : terms.retry,
    onShown: setShown,
    onFailed,
    isSubmitting: phase === 'agreeing' || status === 'submitting',
    hasAgreed: isAgreed,
    isBoxReady,
    // Terms with a tree are on screen in the same frame as the box. Custom terms load first.
    hasBox: isBoxReady || (canAgree && terms.tree !== undefined),
    failure: !hasFailed
      ? undefined
      : missing[0] !== undefined
        ? `decision.missing.${missing[0].what}`
        : // What was missing is there now.
          status === 'submit-error' || error !== undefined
          ? errorMessageKey(error?.code)
          : undefined,
    // Without storage, the person must keep the page open, even after the form was sent.
    earlierDecision:
      status === 'queued' && isMemory
        ? 'status.queued.memory'
        : phase !== 'idle'
          ? undefined
          : status === 'queued'
            ? (`status.${waits ? 'queued' : 'sending'}.title` as const)
            : isAsking(status)
              ? EARLIER_DECISIONS[reason]
              : undefined,
    progress: toProgress(status, isMemory),
  }
}

function toProgress(status: ConsentState, isMemory: boolean): ProgressKey {
  if (status === 'withdrawing') return `status.withdrawn.${isMemory ? 'memory' : 'queued'}`
  return status === 'device-slow' ? 'status.slow.kept' : 'status.submitting'
}
