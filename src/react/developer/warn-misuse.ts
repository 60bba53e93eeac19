import type { Agreement } from '../../core/agreement.ts'
import { isLicetError, LicetError } from '../../core/errors.ts'
import { WILDCARD } from '../../core/words.ts'
import { nearestWord } from '../../terms/nearest-word.ts'
import type { Misuse } from './developer-messages.ts'

/** Warns a developer on the console, once, about a mistake in the use of a prop. A production build warns of nothing. */
export function warnMisuse(misuse: Misuse, value = '', known: readonly string[] = [], meant?: string): void {
  if (process.env.NODE_ENV === 'production') return
  const nearest = meant ?? nearestWord(value, known)
  import('./developer-messages.ts').then((module) => module.printMisuse(misuse, value, known, nearest)).catch(() => {})
}

const SURFACES = ['page', 'dialog', 'sheet', 'inline']
/** What other kits call the surfaces. */
const OTHER_NAMES: Readonly<Record<string, string>> = {
  modal: 'dialog',
  popup: 'dialog',
  overlay: 'dialog',
  drawer: 'sheet',
  'bottom-sheet': 'sheet',
  embedded: 'inline',
  fullscreen: 'page',
}

/** Warns a developer about a surface that does not exist. A production build warns of nothing. */
export function warnOfSurface(surface: string): void {
  if (process.env.NODE_ENV === 'production' || SURFACES.includes(surface)) return
  warnMisuse('surface', surface, SURFACES, OTHER_NAMES[surface])
}

/** Warns a developer about a language without words, and about an underscore in its tag. A production build warns of nothing. */
export function warnOfLocale(locale: string): void {
  if (process.env.NODE_ENV === 'production') return
  const meant = locale.includes('_') ? [toTag(locale)] : []
  warnMisuse('locale', locale, meant, meant[0])
}

/** Returns the BCP 47 tag of a locale that is written as POSIX and other systems do, such as `de_DE.UTF-8`. */
function toTag(locale: string): string {
  const tag = (locale.split(/[.@]/, 1)[0] ?? '').replaceAll('_', '-')
  try {
    return Intl.getCanonicalLocales(tag)[0] ?? tag
  } catch {
    return tag
  }
}

/** Returns whether an error is a wrong use of the kit, which a development build throws to the developer. */
export function isThrownMisuse(error: unknown): boolean {
  return process.env.NODE_ENV !== 'production' && isLicetError(error, 'invalid_configuration')
}

/**
 * Throws for a gate without a use case. In a production build, such a gate only stays closed.
 *
 * @throws {LicetError} `invalid_configuration`
 */
export function checkUsecase(usecase: unknown): void {
  if (process.env.NODE_ENV === 'production' || typeof usecase === 'string') return
  throw new LicetError(
    'invalid_configuration',
    'ConsentGate has no `usecase`. It never opens. Set `usecase` to a purpose of the agreement.',
    { field: 'usecase' },
  )
}

/** Warns a developer about a gate that no decision about the agreement could ever open. A production build warns of nothing. */
export function warnOfClosedGate({ purposes }: Agreement, usecase: string, destination: string | undefined): void {
  // Before the code of the terms has loaded, the agreement has no purposes.
  if (process.env.NODE_ENV === 'production' || purposes.length === 0) return
  const usecases = purposes.map((purpose) => purpose.usecase)
  const asked = purposes.filter((purpose) => purpose.usecase === usecase || purpose.usecase === WILDCARD)
  const destinations = asked.flatMap((purpose) => purpose.destinations)
  if (asked.length === 0) warnMisuse('usecase', usecase, usecases)
  else if (destination !== undefined && !destinations.includes(destination) && !destinations.includes(WILDCARD))
    warnMisuse('destination', destination, destinations)
}
