import type { AskReason, ConsentState } from '../../core/consent-flow.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { isWaiting } from '../../react/client-fact.ts'
import type { UseConsentResult } from '../../react/types.ts'

/** What the title of a screen needs to know. */
export interface ViewFacts {
  readonly status: ConsentState
  readonly reason: AskReason
  readonly company: string
  /** A license is in force, so that a Decline kept it. */
  readonly licensed: boolean
  /** The decision that the service has not confirmed yet. */
  readonly pendingDecision: UseConsentResult['pendingDecision']
  /** The service refused the withdrawal. */
  readonly refused: boolean
}

/** The title of a screen: who asks, and once there is an outcome, that. It takes the focus when the view changes. */
export function viewTitle(facts: ViewFacts, t: Translator): string {
  const { status: state, reason, company, licensed } = facts
  switch (state) {
    case 'queued':
      return t.text('status.queued.title')
    case 'licensed':
      return t.text('status.licensed.title')
    case 'already-licensed':
      return t.text('status.already.title')
    case 'expiring':
      return t.text('status.expiring.title')
    case 'declined':
      return t.text(licensed ? 'status.kept.title' : 'status.declined.title')
    case 'dismissed':
      return t.text(licensed ? 'status.kept.title' : 'status.dismissed.title')
    case 'withdrawing':
    case 'withdrawn':
      return withdrawalTitle(facts, t)
    case 'unsupported':
      return t.text('status.unsupported.title')
    default:
      if (reason === 'change') return t.text('settings.change')
      if (reason === 'update-minor' || reason === 'update-material') return t.text('screen.title.update', { company })
      return t.text(reason === 'expired' ? 'screen.title.expired' : 'screen.title', { company })
  }
}

/** The title of a withdrawal: done once it is signed, for then it has effect on this device, whether or not the service has it yet. */
export function withdrawalTitle({ status, pendingDecision, refused }: ViewFacts, t: Translator): string {
  const isDone = (status === 'withdrawn' && !refused) || isWithdrawalSigned(pendingDecision)
  return t.text(isDone ? 'status.withdrawn.title' : 'status.withdrawing.title')
}

/** Tells whether a withdrawal has effect on this device. */
export function isWithdrawalSigned(pending: UseConsentResult['pendingDecision']): boolean {
  return pending?.kind === 'revoke' && pending.stage !== 'signing'
}

/** Tells whether a signed withdrawal stays here for a while; a permission that it takes back may have waited before it was signed. */
export function isWithdrawalWaiting(pending: UseConsentResult['pendingDecision'], online: boolean): boolean {
  return isWithdrawalSigned(pending) && isWaiting({ pending, online })
}
