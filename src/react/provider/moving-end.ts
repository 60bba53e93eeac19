import type { AgreementInput } from '../../terms/index.ts'
import type { ConfigWithoutUser } from './provider-props.ts'
import { toKey } from './to-key.ts'

/** Two changes of the end date within this time, in milliseconds, are a date that is computed from the clock in each render. */
const AGAIN_MS = 60_000

/** What was known about the end date when the configuration changed last. */
export interface KnownEnd {
  readonly content: Partial<ConfigWithoutUser>
  /** Time of a change of nothing but the end date, in milliseconds since the epoch. */
  readonly movedAt?: number | undefined
  /** The end date moves with the clock. Other changes of it are ignored, because each one would make another client and another text. */
  readonly isMoving?: boolean
}

/** Returns what is known about the end date after a change of the configuration. */
export function followEnd(known: KnownEnd, content: Partial<ConfigWithoutUser>, nowMs: number): KnownEnd {
  if (!hasDate(known.content) || !hasDate(content) || toRest(known.content) !== toRest(content)) return { content }
  if (known.isMoving) return known
  return known.movedAt !== undefined && nowMs - known.movedAt < AGAIN_MS
    ? { ...known, isMoving: true }
    : { content, movedAt: nowMs }
}

function hasDate({ agreement }: Partial<ConfigWithoutUser>): boolean {
  // A prepared agreement has none here: its text stays the same.
  return typeof (agreement as Partial<AgreementInput> | undefined)?.expiry === 'string'
}

function toRest(content: Partial<ConfigWithoutUser>): string {
  return toKey({ ...content, agreement: { ...content.agreement, expiry: null } })
}
