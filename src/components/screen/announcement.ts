import type { PendingDecision } from '../../client/types.ts'
import type { ConsentState } from '../../core/consent-flow.ts'
import type { Translator } from '../../locales/format/translator.ts'
import { isSigned, waitsForNetwork } from './title.ts'

/**
 * What the live region says in a state. States that only show something to read say nothing: the reader is there already.
 *
 * A withdrawal is said once, when it is signed and so has effect here; that it still waits for the network is said instead where it does.
 */
export function announcementOf(
  state: ConsentState,
  pending: PendingDecision | undefined,
  t: Translator,
  online: boolean = true,
): string {
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
    case 'queued':
      return t.text('status.queued.title')
    case 'licensed':
      return t.text('status.licensed.title')
    case 'declined':
      return t.text('status.declined.title')
    case 'withdrawing':
      if (waitsForNetwork(pending, online)) return t.text('status.withdrawn.queued')
      return isSigned(pending) ? t.text('status.withdrawn.title') : ''
    case 'withdrawn':
      return t.text('status.withdrawn.title')
    default:
      return ''
  }
}
