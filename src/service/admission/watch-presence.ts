/** How long after a request its sender counts as present: one with a single connection often has no request in progress. */
const PRESENT_MS = 1000

/** Watches whether more than one name sends requests. */
export interface Presence {
  note(name: string): void
  areSeveral(): boolean
}

/** Creates a {@link Presence}. */
export function watchPresence(monotonic: () => number): Presence {
  let last: string | undefined
  let severalUntil = 0
  return {
    note(name) {
      if (name !== (last ?? name)) severalUntil = monotonic() + PRESENT_MS
      last = name
    },
    areSeveral: () => monotonic() < severalUntil,
  }
}
