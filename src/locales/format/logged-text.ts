import type { Translator } from './translator.ts'

/** Where the public log of a service records a license, as `LoggedReceipt` contains it. */
export interface LoggedPlace {
  readonly origin: string
  /** Counted from 0. */
  readonly index: number
  /** The time in whole seconds since the epoch, and who confirms it. */
  readonly before?: { readonly at: number; readonly by: string } | undefined
  /** The time stamp, and whether its certificate is trusted. */
  readonly timestamp?: { readonly at: number; readonly by: string; readonly isTrusted: boolean } | undefined
}

/** Returns a sentence without a period about where the public log records a license, and since when. */
export function loggedText({ origin, index, before, timestamp }: LoggedPlace, t: Translator, zone?: 'UTC'): string {
  const place = { entry: index, log: origin }
  // A witness proves more than a time stamp whose certificate nobody has checked.
  const known = timestamp?.isTrusted ? timestamp : (before ?? timestamp)
  if (known === undefined) return t.text('receipt.logged', place)
  const isStamp = known === timestamp
  const values = { ...place, date: t.dateTime(known.at * 1000, zone), by: known.by }
  const text = t.text(isStamp ? 'receipt.logged.stamped' : 'receipt.logged.before', values)
  return isStamp && !timestamp.isTrusted ? `${text}. ${t.text('receipt.logged.unchecked')}` : text
}
