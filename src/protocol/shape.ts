import { isJsonObject } from '../core/json.ts'
import { parseTimestamp } from '../core/timestamp.ts'

/** Tells whether a value is what a member of an answer has to be. */
export type Guard<T> = (value: unknown) => value is T

/** What each member of an answer has to be; the compiler holds it to the type of the answer. */
export type Shape<T> = { readonly [Name in keyof T]-?: Guard<Exclude<T[Name], undefined>> }

/** A text, which may be empty. */
export const isText: Guard<string> = (value) => typeof value === 'string'

/** A text that is not empty. */
export const isFilled: Guard<string> = (value): value is string => isText(value) && value !== ''

/** A time of the wire. */
export const isTime: Guard<string> = (value): value is string => isText(value) && parseTimestamp(value) !== undefined

/** A number, not the text of one. */
export const isNumber: Guard<number> = (value) => typeof value === 'number'

/** `true` or `false`. */
export const isFlag: Guard<boolean> = (value) => typeof value === 'boolean'

/** A member that may be left out. */
export function optional<T>(guard: Guard<T>): Guard<T> {
  return (value): value is T => value === undefined || guard(value)
}

/** One of some words. */
export function oneOf<T extends string>(words: readonly T[]): Guard<T> {
  return (value): value is T => words.some((word) => word === value)
}

/** A text of a form. */
export function matching(form: RegExp): Guard<string> {
  return (value): value is string => isText(value) && form.test(value)
}

/** A list of no more than some items. */
export function listOf<T>(guard: Guard<T>, max: number): Guard<readonly T[]> {
  return (value): value is readonly T[] => Array.isArray(value) && value.length <= max && value.every(guard)
}

/** An object of its own shape. */
export function shaped<T>(shape: Shape<T>): Guard<T> {
  return (value): value is T => findMisfit(value, shape) === undefined
}

/** The name of the first member that is missing or of the wrong form, empty for what is no object; `undefined` when the value fits. */
export function findMisfit<T>(value: unknown, shape: Shape<T>): string | undefined {
  if (!isJsonObject(value)) return ''
  // Own members only: what a prototype has was not sent.
  return Object.entries<Guard<unknown>>(shape).find(
    ([name, guard]) => !guard(Object.hasOwn(value, name) ? value[name] : undefined),
  )?.[0]
}

/** The members of an answer that its shape names, or `undefined` when it does not fit. */
export function readShape<T>(value: unknown, shape: Shape<T>): T | undefined {
  if (!isJsonObject(value) || findMisfit(value, shape) !== undefined) return undefined
  // The guards of the shape said of each member what the type says of it.
  return Object.fromEntries(Object.entries(value).filter(([name]) => Object.hasOwn(shape, name))) as T
}
