import { nearestWord } from '../terms/nearest-word.ts'
import type { Misuse } from './mends.ts'

/** Says on the console, once, what is wrong with a prop, and what mends it. The words come with a module of their own, only then. */
export function tellMisuse(what: Misuse, value: string, known: readonly string[] = []): void {
  const near = nearestWord(value, known)
  import('./mends.ts').then((mends) => mends.tellMisuse(what, value, known, near)).catch(() => {})
}
