import type { MessageKey, Messages, MessageValues } from './messages.ts'

/** Values for the places of a text; the number that chooses a plural form is called `count`. */
export type Values<Key extends MessageKey> = { readonly [Name in MessageValues<Key>]: string | number }

type Rest<Key extends MessageKey> = [MessageValues<Key>] extends [never] ? [] : [values: Values<Key>]

/** A piece of a text with places: a string as it stands, or the name of a place. */
export type MessagePart = string | { readonly place: string }

/** Texts, dates, lists and names of one language. Made by {@link createTranslator}. */
export interface Translator {
  /** BCP 47 tag. */
  readonly locale: string
  readonly direction: 'ltr' | 'rtl'
  /** The text with its values in place. */
  text<Key extends MessageKey>(key: Key, ...values: Rest<Key>): string
  /** The text taken apart at its places, for values that are more than text. */
  parts(key: MessageKey): MessagePart[]
  /** The same with a capital first letter, for words that stand alone. */
  sentence(text: string): string
  /** `a, b and c` */
  list(items: readonly string[]): string
  /** A day in words, from RFC 3339 or milliseconds since the epoch. In `UTC` it is the day that the terms name. What cannot be read is returned as it stands. */
  date(when: string | number, zone?: 'UTC'): string
  /** A day and a time to the minute, with its zone; the time stays on one line. */
  dateTime(when: string | number, zone?: 'UTC'): string
  percent(share: number): string
  /** Name of a language in this language. */
  language(tag: string): string
  /** Name of a kind of data. A word of the host's own is made readable: `loyalty_points` → `loyalty points`. */
  tag(word: string): string
  /** Name of a use case, likewise. */
  usecase(word: string): string
  /** A value of the host's that stands alone: in a text from right to left one of another script is kept apart, as `text` and `list` do. */
  apart(value: string): string
}

const RTL = /^(?:ar|fa|he|ur|ps|sd|yi|dv|ckb|ug)\b/i
const LONE_LETTER = /(^|[^\p{L}])(\p{L})-(?=\p{L})/gu
const PLACE = /\{(\w+)\}/
const OTHER_SCRIPT = /[^\u0590-\u08ff\s]/

// What `Intl` writes before the last of a list, written down and held to it by a test: its first formatter of lists, numbers or days
// costs a page 15 ms, and the first screen needs nothing else of it. Small numbers stand in these languages as JavaScript writes them.
const CONJUNCTIONS: Readonly<Record<string, string>> = { en: ' and ', de: ' und ', fr: ' et ', 'pt-BR': ' e ' }
const FIRST_GROUPED = 1000

/** Direction of a language, by its first subtag. */
export function directionOf(locale: string): 'ltr' | 'rtl' {
  return RTL.test(locale) ? 'rtl' : 'ltr'
}

/** Keeps words such as `e-mail` on one line. For what is shown alone: what is signed and what is compared keep their bytes. */
export function joinHyphens(text: string): string {
  return text.replace(LONE_LETTER, '$1$2\u2011')
}

/** Binds a catalog to a language. */
export function createTranslator(messages: Messages, locale: string): Translator {
  // Made when first asked for: an Intl formatter costs more than the rest of a render.
  const plural = once(() => new Intl.PluralRules(locale))
  const list = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const number = once(() => new Intl.NumberFormat(locale))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  // English without a country writes days and lists as the terms in English do, which stand beside them.
  const forms = locale === 'en' ? 'en-GB' : locale
  const dates = (options: Intl.DateTimeFormatOptions): Translator['date'] => {
    const zoned = (timeZone?: 'UTC') => once(() => new Intl.DateTimeFormat(forms, { ...options, timeZone }))
    const own = zoned()
    const utc = zoned('UTC')
    return (when, zone) => {
      const value = new Date(when)
      // The day stays with its month where a line ends.
      return Number.isNaN(+value) ? String(when) : (zone ? utc : own)().format(value).replace(' ', '\u00a0')
    }
  }
  const dateTime = dates({
    year: 'numeric',
    month: 'long',
    day: 'numeric',
    hour: 'numeric',
    minute: '2-digit',
    timeZoneName: 'short',
  })
  const language = once(() => new Intl.DisplayNames(locale, { type: 'language' }))

  const pick = (key: MessageKey, count?: number): string => {
    const entry: Messages[MessageKey] = messages[key]
    if (typeof entry === 'string') return entry
    return (count === undefined ? undefined : entry[plural().select(count)]) ?? entry.other
  }
  const word = (kind: 'tag' | 'usecase', name: string): string => {
    const key = `${kind}.${name}`
    return isKey(messages, key) ? pick(key) : name.replaceAll('_', ' ')
  }
  const direction = directionOf(locale)
  // In a text from right to left a name, a host or a date of another script would turn itself and what stands beside it (UAX 9, FSI … PDI).
  const apart = (value: string) => (direction === 'rtl' && OTHER_SCRIPT.test(value) ? `\u2068${value}\u2069` : value)
  const and = CONJUNCTIONS[locale]
  const digits = (value: number): string =>
    and && value >= 0 && value < FIRST_GROUPED && Number.isInteger(value) ? `${value}` : number().format(value)
  const join = (items: readonly string[]): string => {
    if (items.length < 2) return items.join('')
    return and ? items.slice(0, -1).join(', ') + and + items.at(-1) : list().format(items.map(apart))
  }
  const split = (text: string): MessagePart[] =>
    text
      .split(PLACE)
      .map((piece, at) => (at % 2 ? { place: piece } : piece))
      .filter((piece) => piece !== '')

  return {
    locale,
    direction,
    text(key, ...[values]) {
      const given: Readonly<Record<string, string | number>> = values ?? {}
      const count = given.count
      return split(pick(key, typeof count === 'number' ? count : undefined))
        .map((part) => {
          if (typeof part === 'string') return part
          const value = given[part.place] ?? `{${part.place}}`
          return typeof value === 'number' ? digits(value) : apart(value)
        })
        .join('')
    },
    parts: (key) => split(pick(key)),
    sentence: (text) => text.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(locale)),
    list: join,
    date: dates({ dateStyle: 'long' }),
    dateTime: (when, zone) => dateTime(when, zone).replace(/:.*/, (time) => time.replaceAll(' ', '\u00a0')),
    percent: (share) => percent().format(share),
    language: (tag) => language().of(tag) ?? tag,
    tag: (name) => joinHyphens(word('tag', name)),
    usecase: (name) => word('usecase', name),
    apart,
  }
}

function isKey(messages: Messages, key: string): key is MessageKey {
  return Object.hasOwn(messages, key)
}

function once<T>(make: () => T): () => T {
  let value: T | undefined
  return () => {
    value ??= make()
    return value
  }
}
