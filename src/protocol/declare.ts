import * as v from 'valibot'
import { ADDRESS } from '../core/address.ts'
import { MAX_LISTED } from '../core/limits.ts'
import { isEpochSecond, parseTimestamp } from '../core/timestamp.ts'
import { WORD } from '../core/words.ts'

/** The declaration of a value of the wire: its type, its check and its description. */
export type Declared<T> = v.GenericSchema<T>

/** The members of a record, by name. Wrap one in `exactOptional()` or `optional()` of valibot when it can be absent. */
type Members = Readonly<v.ObjectEntries>
type ObjectOf<M extends Members> = Declared<v.InferOutput<v.ObjectSchema<M, undefined>>>

/** Keywords of JSON Schema that describe a value more closely than its check. A client accepts more than this service sends. */
type Keywords = Readonly<Record<string, unknown>>

type DeepReadonly<T> = T extends readonly (infer Item)[]
  ? readonly DeepReadonly<Item>[]
  : T extends object
    ? { readonly [Name in keyof T]: DeepReadonly<T[Name]> }
    : T

/** The type of a declared record. */
export type Wire<D extends v.GenericSchema> = DeepReadonly<v.InferOutput<D>>

/** Describes a schema of valibot. */
export function described<T>(schema: v.GenericSchema<T>, description: string, keywords: Keywords = {}): Declared<T> {
  return v.pipe(schema, v.metadata({ description, ...keywords }))
}

/** Declares the record of a response. It can get more members later, so a reader ignores others. */
export function record<const M extends Members>(description: string, members: M, keywords: Keywords = {}): ObjectOf<M> {
  return described(v.object(members), description, keywords) as ObjectOf<M>
}

/** Declares the JSON body of a request. Other members are refused. */
export function request<const M extends Members>(description: string, members: M, keywords: Keywords = {}): ObjectOf<M> {
  return described(v.strictObject(members), description, keywords) as ObjectOf<M>
}

/** Declares a form. Other parameters are ignored. */
export function form<const M extends Members>(description: string, members: M): ObjectOf<M> {
  return record(description, members, { additionalProperties: true })
}

/** A string, which can be empty. */
export function text(description: string, keywords: Keywords = {}): Declared<string> {
  return described(v.string(), description, keywords)
}

/** A string that is not empty. */
export function filled(description: string, keywords: Keywords = {}): Declared<string> {
  return described(v.pipe(v.string(), v.minLength(1)), description, keywords)
}

/** A string in the form of a regular expression. */
export function matching(form: RegExp, description: string, keywords: Keywords = {}): Declared<string> {
  return described(v.pipe(v.string(), v.regex(form)), description, keywords)
}

/** A time: RFC 3339 in UTC. */
export function time(description: string): Declared<string> {
  const isTime = v.check((value: string) => parseTimestamp(value) !== undefined, 'expected RFC 3339 in UTC')
  return described(v.pipe(v.string(), isTime), `${description} RFC 3339 in UTC.`, { format: 'date-time', pattern: 'Z$' })
}

/** A time in seconds since the epoch, as in a token. */
export function epochSecond(description: string): Declared<number> {
  const check = v.check((value: number) => isEpochSecond(value), 'expected seconds since the epoch')
  return described(v.pipe(v.number(), check), `${description} In seconds since the epoch.`, { type: 'integer', minimum: 0 })
}

/** SHA3-256 as base64url, for example an address. */
export function digest(description: string): Declared<string> {
  return matching(ADDRESS, `${description} SHA3-256 as base64url without padding.`)
}

/** `true` or `false`. */
export function flag(description: string, keywords: Keywords = {}): Declared<boolean> {
  return described(v.boolean(), description, keywords)
}

/** A number that this service sends as an integer. */
export function number(description: string, keywords: Keywords = {}): Declared<number> {
  return described(v.number(), description, { type: 'integer', ...keywords })
}

/** An integer within limits. */
export function integer(description: string, min: number, max?: number, keywords: Keywords = {}): Declared<number> {
  const least = v.pipe(v.number(), v.integer(), v.minValue(min))
  return described(max === undefined ? least : v.pipe(least, v.maxValue(max)), description, keywords)
}

/** One of some words. */
export function oneOf<const T extends string>(values: readonly T[], description: string, keywords: Keywords = {}): Declared<T> {
  return described(v.picklist(values), description, keywords)
}

/** A string that is one of some words now. A reader accepts others, because a later service can have more. */
export function known(values: readonly string[], description: string): Declared<string> {
  return described(v.string(), description, { enum: values })
}

/** A word of the license vocabulary. */
export function word(description: string): Declared<string> {
  return described(v.pipe(v.string(), v.regex(WORD, 'expected a word')), description)
}

/** A list of words of the license vocabulary. */
export function words(description: string, keywords: Keywords = {}): Declared<string[]> {
  const item = v.pipe(v.string(), v.regex(WORD, 'expected a word'))
  return described(v.pipe(v.array(item), v.maxLength(MAX_LISTED)), description, keywords)
}

/** A list. */
export function listOf<T>(item: Declared<T>, description: string, max?: number): Declared<T[]> {
  return described(max === undefined ? v.array(item) : v.pipe(v.array(item), v.maxLength(max)), description)
}
