import type { Translator } from '../../locales/format/translator.ts'
import { isWithdrawalSigned, isWithdrawalWaiting, type ViewFacts, viewTitle } from './view-title.ts'

/**
 * Returns the text of the live region in a state: the title of an outcome, or the progress. It is empty in states that only show text to
 * read, because the person is already reading it.
 *
 * A withdrawal is announced once: when it is signed, or when it starts to wait for the network. A failed one is an alert instead.
 */
export function announcementFor(facts: ViewFacts, t: Translator, isOnline: boolean = true): string {
  const { status, pendingDecision, isRefused } = facts
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
      return t.text('status.offline')
    case 'withdrawing':
      if (isWithdrawalWaiting(pendingDecision, isOnline)) return t.text('status.withdrawn.queued')
      return isWithdrawalSigned(pendingDecision) ? viewTitle(facts, t) : ''
    case 'withdrawn':
      return isRefused ? '' : viewTitle(facts, t)
    case 'queued':
    case 'licensed':
    case 'declined':
      return viewTitle(facts, t)
    default:
      return ''
  }
}
