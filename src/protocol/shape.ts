import { isJsonObject } from '../core/json.ts'
import { parseTimestamp } from '../core/timestamp.ts'

/** Returns whether a value has the type of a member. */
export type Guard<T> = (value: unknown) => value is T

/** A guard for each member of a response. The compiler checks the guards against the type of the response. */
export type Shape<T> = { readonly [Name in keyof T]-?: Guard<Exclude<T[Name], undefined>> }

/** A string, including an empty one. */
export const isText: Guard<string> = (value) => typeof value === 'string'

/** A string that is not empty. */
export const isFilled: Guard<string> = (value): value is string => isText(value) && value !== ''

/** A time of the wire: RFC 3339 in UTC. */
export const isTime: Guard<string> = (value): value is string => isText(value) && parseTimestamp(value) !== undefined

/** A number. */
export const isNumber: Guard<number> = (value) => typeof value === 'number'

/** `true` or `false`. */
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean'

/** Makes a guard for an optional member. */
export function optional<T>(guard: Guard<T>): Guard<T> {
  return (value): value is T => value === undefined || guard(value)
}

/** Makes a guard for one of some words. */
export function oneOf<T extends string>(words: readonly T[]): Guard<T> {
  return (value): value is T => words.some((word) => word === value)
}

/** Makes a guard for a string that matches a pattern. */
export function matching(form: RegExp): Guard<string> {
  return (value): value is string => isText(value) && form.test(value)
}

/** Makes a guard for a list of at most `max` items. */
export function listOf<T>(guard: Guard<T>, max: number): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= max && value.every(guard)
}

/** Makes a guard for an object of a shape. */
export function shaped<T>(shape: Shape<T>): Guard<T> {
  return (value): value is T => findMisfit(value, shape) === undefined
}

/** Returns the name of the first missing or wrong member, an empty string for a value that is no object, or `undefined` when all fit. */
export function findMisfit<T>(value: unknown, shape: Shape<T>): string | undefined {
  if (!isJsonObject(value)) return ''
  // Own members only: inherited ones were not sent.
  return Object.entries<Guard<unknown>>(shape).find(
    ([name, guard]) => !guard(Object.hasOwn(value, name) ? value[name] : undefined),
  )?.[0]
}

/** Returns the members of a response that its shape names, or `undefined` when one does not fit. */
export function readShape<T>(value: unknown, shape: Shape<T>): T | undefined {
  if (!isJsonObject(value) || findMisfit(value, shape) !== undefined) return undefined
  // Safe: the guard of each member has checked its type.
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(shape, name))) as T
}
