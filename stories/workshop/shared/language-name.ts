const NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** Returns the English name of a language: `es` is Spanish. */
export function languageName(locale: string): string {
  return NAMES.of(locale) ?? locale
}
