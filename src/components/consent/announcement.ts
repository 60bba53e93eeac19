import type { Translator } from '../../locales/format/translator.ts'
import { isWithdrawalStored, isWithdrawalWaiting, type ViewFacts, viewTitle } from './view-title.ts'

/** Returns the title that is announced for a view. After a failed attempt it stays the same, so that no later attempt is announced. */
export function announcedTitle(facts: ViewFacts, t: Translator): string {
  return viewTitle(withoutLaterAttempts(facts), t)
}

/**
 * Returns the text of the live region in a state: the title of an outcome, or the progress. It is empty in states that only show text to
 * read, because the person is already reading it.
 *
 * A withdrawal is announced once: when it is signed, or when it starts to wait for the network. A failed one is an alert instead.
 */
export function announcementFor(current: ViewFacts, t: Translator): string {
  const facts = withoutLaterAttempts(current)
  const { status, isRefused } = facts
  const isMemory = facts.storage === 'memory'
  switch (status) {
    case 'terms-loading':
      return t.text('terms.loading')
    case 'terms-error':
      return t.text('terms.error')
    case 'terms-invalid':
      return t.text('terms.invalid')
    case 'submitting':
      return t.text('status.submitting')
    case 'offline':
      return t.text(isMemory ? 'status.offline.memory' : 'status.offline')
    case 'withdrawing':
      if (isWithdrawalWaiting(facts)) return t.text(isMemory ? 'status.withdrawn.memory' : 'status.withdrawn.queued')
      return isWithdrawalStored(facts) ? viewTitle(facts, t) : ''
    case 'withdrawn':
      return isRefused ? '' : viewTitle(facts, t)
    case 'queued':
      return isMemory ? t.text('status.queued.memory') : viewTitle(facts, t)
    case 'licensed':
    case 'declined':
      return viewTitle(facts, t)
    default:
      return ''
  }
}

function withoutLaterAttempts(facts: ViewFacts): ViewFacts {
  const { pendingDecision } = facts
  if (pendingDecision === undefined || pendingDecision.attempts === 0) return facts
  return { ...facts, pendingDecision: { ...pendingDecision, isWaiting: true } }
}
