/** Returns a number with its noun, such as `1 event` or `2 events`. The plural adds an s, unless it is given. */
export function count(number: number, noun: string, plural = `${noun}s`): string {
  return `${number} ${number === 1 ? noun : plural}`
}

/** Returns entries of the public log, such as `the first entry` or `the first 2 entries`. */
export function entriesOf(which: string, number: number): string {
  return number === 1 ? `${which} entry` : `${which} ${number} entries`
}
