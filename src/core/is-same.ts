import { isLicetError } from './errors.ts'

/** Returns whether two values are deeply equal. Two {@link LicetError}s are equal when their code and status are. */
export function isSame(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false
  if (isLicetError(a) || isLicetError(b)) return isLicetError(a) && isLicetError(b) && a.code === b.code && a.status === b.status
  const names = Object.keys(a)
  return (
    names.length === Object.keys(b).length &&
    names.every((name) => Object.hasOwn(b, name) && isSame(Reflect.get(a, name), Reflect.get(b, name)))
  )
}
