/**
 * Returns whether a press is a later click of a double click, which was meant for what was there before the first one. A dispatched event, as of
 * assistive technology or of a test, never is.
 */
export function isRepeatedPress({ isTrusted, detail }: { readonly isTrusted: boolean; readonly detail: number }): boolean {
  return isTrusted && detail > 1
}
