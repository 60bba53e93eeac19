import type { Translator } from '../../locales/format/translator.ts'
import { isWithdrawalSigned, isWithdrawalWaiting, type ViewFacts, viewTitle } from './view-title.ts'

/**
 * What the live region says in a state: of an outcome its title. States that only show something to read say nothing: the reader is there already.
 *
 * A withdrawal is said once, when it is signed and so has effect here; that it still waits for the network is said instead where it does. One
 * that failed is an alert, and says so itself.
 */
export function announcementFor(facts: ViewFacts, t: Translator, online: boolean = true): string {
  const { status: state, pendingDecision: pending, refused } = facts
  switch (state) {
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
      if (isWithdrawalWaiting(pending, online)) return t.text('status.withdrawn.queued')
      return isWithdrawalSigned(pending) ? viewTitle(facts, t) : ''
    case 'withdrawn':
      return refused ? '' : viewTitle(facts, t)
    case 'queued':
    case 'licensed':
    case 'declined':
      return viewTitle(facts, t)
    default:
      return ''
  }
}
