import type { Translator } from '../../locales/format/translator.ts'
import { termsErrorKey } from '../status/error-message.ts'
import { isWithdrawalStored, isWithdrawalWaiting, type ViewFacts, viewTitle } from './view-title.ts'

/**
 * Returns the text of the live region in a state: the title of an outcome, or the progress. It is empty in states that only show text to
 * read, because the person is already reading it.
 *
 * A withdrawal is announced once: when it is signed, or when it starts to wait for the network. A failed one is an alert instead. Later attempts
 * to send a decision are not announced.
 */
export function announcementFor(facts: ViewFacts, t: Translator): string {
  const { status, isRefused } = facts
  const isMemory = facts.storage === 'memory'
  switch (status) {
    case 'terms-loading':
      return t.text('terms.loading')
    case 'terms-error':
    case 'terms-invalid':
      return t.text(termsErrorKey(status === 'terms-error' ? 'error' : 'invalid', facts.error))
    case 'submitting':
      return t.text('status.submitting')
    case 'device-slow':
      return t.text(facts.isPending ? 'status.slow.kept' : 'status.slow')
    case 'offline':
      return t.text(isMemory ? 'status.offline.memory' : 'status.offline')
    case 'withdrawing':
      if (isLaterAttempt(facts)) return ''
      if (isMemory) return t.text('status.withdrawn.memory')
      if (isWithdrawalWaiting(facts)) return t.text('status.withdrawn.queued')
      return isWithdrawalStored(facts) ? viewTitle(facts, t) : ''
    case 'withdrawn':
      return isRefused ? '' : viewTitle(facts, t)
    case 'queued':
      if (isLaterAttempt(facts)) return ''
      return isMemory ? t.text('status.queued.memory') : viewTitle(facts, t)
    case 'licensed':
    case 'declined':
      return viewTitle(facts, t)
    default:
      return ''
  }
}

/** Returns whether the first failed attempt, which is announced, has passed. */
function isLaterAttempt({ pendingDecision }: ViewFacts): boolean {
  if (pendingDecision === undefined) return false
  const { attempts, ownAttempts = attempts, isWaiting } = pendingDecision
  return ownAttempts > (isWaiting ? 1 : 0)
}
