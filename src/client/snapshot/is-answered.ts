import type { ClientSnapshot } from '../types.ts'

/** Returns whether nothing has to be asked, sent or shown: the license in force answers the configured agreement. */
export function isAnswered({ phase, licensed, needs, pending, declined, error }: ClientSnapshot): boolean {
  return (
    phase === 'ready' && licensed && needs === 'nothing' && pending === undefined && declined === undefined && error === undefined
  )
}
