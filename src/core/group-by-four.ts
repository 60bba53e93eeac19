/** Groups a fingerprint in fours, so that two can be compared by eye or read aloud. */
export function groupByFour(text: string): string {
  return text.match(/.{1,4}/gu)?.join(' ') ?? ''
}
