import type { Agreement } from '../../core/agreement.ts'

/**
 * Returns whether the facts of an agreement are unknown, because the configuration of the host app is invalid: nobody can agree to it. A valid
 * agreement has at least one purpose.
 */
export function isUnreadable({ purposes }: Pick<Agreement, 'purposes'>): boolean {
  return purposes.length === 0
}
