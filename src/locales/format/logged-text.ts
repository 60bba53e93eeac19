import type { Translator } from './translator.ts'

/** Where the public log of a service records a license, as `LoggedReceipt` contains it. */
export interface LoggedPlace {
  readonly origin: string
  /** Counted from 0. */
  readonly index: number
  /** The time in whole seconds since the epoch, and who confirms it. */
  readonly before?: { readonly at: number; readonly by: string } | undefined
}

/** Returns a sentence without a period about where the public log records a license, and since when. */
export function loggedText({ origin, index, before }: LoggedPlace, t: Translator, zone?: 'UTC'): string {
  const place = { entry: index, log: origin }
  if (before === undefined) return t.text('receipt.logged', place)
  return t.text('receipt.logged.before', { ...place, date: t.dateTime(before.at * 1000, zone), by: before.by })
}
