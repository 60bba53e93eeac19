import { type License, SCOPE_MEMBER } from '../../core/license.ts'

/**
 * Returns the part of a text key for the devices whose licenses a withdrawal ended: this one, every device of the person (`.all`), or this
 * one from another device (`.elsewhere`).
 */
export function withdrawalReach(license: License | undefined): '' | '.all' | '.elsewhere' {
  if (license === undefined) return ''
  if (license.endedBy !== undefined) return '.elsewhere'
  return license.vouched && license.uses.length === 0 && license[SCOPE_MEMBER] !== 'device' ? '.all' : ''
}
