import { nearestWord } from '../terms/nearest-word.ts'
import type { Misuse } from './developer-messages.ts'

/** Warns a developer on the console, once, about a mistake in the use of a prop. The messages load only when there is a mistake. */
export function warnMisuse(misuse: Misuse, value: string, known: readonly string[] = []): void {
  const nearest = nearestWord(value, known)
  import('./developer-messages.ts').then((module) => module.printMisuse(misuse, value, known, nearest)).catch(() => {})
}
