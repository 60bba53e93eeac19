/** Returns the first letter or digit of a name, in upper case: the mark of a company without a logo. */
export function initialOf(name: string, locale: string): string {
  return (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '').toLocaleUpperCase(locale)
}
