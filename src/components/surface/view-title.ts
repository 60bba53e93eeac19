import type { AskReason, ConsentState } from '../../core/consent-flow.ts'
import type { LicenseRevocation } from '../../core/license.ts'
import type { Translator } from '../../locales/format/translator.ts'
import type { UseConsentResult } from '../../react/types.ts'

/** The facts that the title and the announcement of a view depend on. */
export interface ViewFacts {
  readonly status: ConsentState
  readonly reason: AskReason
  /** The flow waits, for example with an Accept on a slow device. */
  readonly isPending?: boolean | undefined
  readonly company: string
  /** The question, in the words of the company. */
  readonly title?: string | undefined
  /** What the data is, for the question: the subject of the agreement, or one or two kinds of data. */
  readonly data?: string | undefined
  /** A license is in force. A Decline has kept it. */
  readonly isLicensed: boolean
  /** The decision that the service has not confirmed yet. */
  readonly pendingDecision: UseConsentResult['pendingDecision']
  /** With `memory`, a decision is lost when the page closes before its delivery. */
  readonly storage?: UseConsentResult['storage'] | undefined
  /** Why the last act failed, or why there are no terms. */
  readonly error?: UseConsentResult['error'] | undefined
  /** The service refused the withdrawal. */
  readonly isRefused: boolean
  /** How the license was revoked without this device. */
  readonly revocation?: LicenseRevocation | undefined
}

/** Returns the title of a view: the company that asks, or the outcome. The title takes the focus when the view changes. */
export function viewTitle(facts: ViewFacts, t: Translator): string {
  const { status, reason, company, isLicensed } = facts
  switch (status) {
    case 'queued':
      return t.text(facts.pendingDecision?.isWaiting ? 'status.queued.title' : 'status.sending.title')
    case 'licensed':
      return t.text('status.licensed.title', { company })
    case 'already-licensed':
      return t.text('status.already.title')
    case 'expiring':
      return t.text('status.expiring.title')
    case 'declined':
      return t.text(isLicensed ? 'status.kept.title' : 'status.declined.title')
    case 'dismissed':
      return t.text(isLicensed ? 'status.kept.title' : 'status.dismissed.title')
    case 'withdrawing':
    case 'withdrawn':
      return withdrawalTitle(facts, t)
    case 'unsupported':
      return t.text('status.unsupported.title')
    default:
      if (reason === 'change') return t.text('settings.change')
      if (reason === 'update-minor') return t.text('notice.title', { company })
      if (reason === 'update-material') return t.text('screen.title.update', { company })
      if (reason === 'expired') return t.text('screen.title.expired', { company })
      if (facts.title !== undefined) return facts.title
      return facts.data === undefined
        ? t.text('screen.title', { company })
        : t.text('screen.title.data', { company, data: facts.data })
  }
}

/**
 * Returns the title of a withdrawal, or of a revocation without this device. A stored withdrawal counts as done: it has effect on this
 * device before the service has it.
 */
export function withdrawalTitle(facts: ViewFacts, t: Translator): string {
  const { revocation, company } = facts
  if (facts.status === 'withdrawn' && revocation !== undefined)
    return t.text(`status.revoked.${revocation.requestedBy}`, { company })
  const isDone = (facts.status === 'withdrawn' && !facts.isRefused) || isWithdrawalStored(facts)
  return t.text(isDone ? 'status.withdrawn.title' : 'status.withdrawing.title')
}

/** Returns whether a withdrawal has effect on this device, even after a reload. */
export function isWithdrawalStored({ pendingDecision, storage }: ViewFacts): boolean {
  return pendingDecision?.kind === 'revoke' && pendingDecision.stage !== 'signing' && storage !== 'memory'
}

/** Returns whether a signed withdrawal waits for the network. */
export function isWithdrawalWaiting({ pendingDecision }: Pick<ViewFacts, 'pendingDecision'>): boolean {
  return pendingDecision?.kind === 'revoke' && pendingDecision.isWaiting
}
