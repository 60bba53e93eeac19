/** Returns a number with its noun, such as `1 event` or `2 events`. The plural adds an s. */
export function count(number: number, noun: string): string {
  return `${number} ${noun}${number === 1 ? '' : 's'}`
}
