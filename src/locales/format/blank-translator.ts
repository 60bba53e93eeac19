import { directionOf } from '../../core/direction.ts'
import type { Translator } from './translator.ts'

/** Makes the translator of a locale whose words are still loading: each text is a space that keeps the height of its line. */
export function blankTranslator(locale: string): Translator {
  const own: Partial<Translator> = { locale, direction: directionOf(locale), parts: () => ['\u00a0'] }
  // Smaller than a list of all functions: each page loads this.
  return new Proxy(own as Translator, { get: (_, name: keyof Translator) => own[name] ?? (() => '\u00a0') })
}
