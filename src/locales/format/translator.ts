import { type Direction, directionOf, isolate } from '../../core/direction.ts'
import { type Duration, partsOf } from '../../core/duration.ts'
import { toReadable } from '../../core/words.ts'
import type { MessageKey, Messages, MessageValues } from './messages.ts'

/** Values for the places of a text. The value `count` selects the plural form. */
export type Values<Key extends MessageKey> = { readonly [Name in MessageValues<Key>]: string | number }

type Rest<Key extends MessageKey> = [MessageValues<Key>] extends [never] ? [] : [values: Values<Key>]

/** A part of a text: literal text, or the name of a place. */
export type MessagePart = string | { readonly place: string }

/** Texts, dates, lists and names of one language. Made by {@link createTranslator}. */
export interface Translator {
  /** BCP 47 tag. */
  readonly locale: string
  readonly direction: Direction
  /** Returns the text with its values. */
  text<Key extends MessageKey>(key: Key, ...values: Rest<Key>): string
  /** Returns the text split at its places, for values that are elements. */
  parts(key: MessageKey): MessagePart[]
  /** Capitalizes the first letter of a text that stands alone. */
  sentence(text: string): string
  /** `a, b and c` */
  list(items: readonly string[]): string
  /** Writes a date in words, from RFC 3339 or milliseconds since the epoch. In `UTC` it is the date of the terms. Returns other text unchanged. */
  date(when: string | number, zone?: 'UTC'): string
  /** Writes a date and a time with its zone. The time does not break across lines. */
  dateTime(when: string | number, zone?: 'UTC'): string
  /** Writes a length of time: `12 months`. */
  duration(duration: Duration): string
  percent(share: number): string
  /** Returns the name of a language in this language, without its country: `pt-BR` → `Portuguese`. */
  language(tag: string): string
  /** Returns the name of a kind of data. A custom word becomes readable: `loyalty_points` → `loyalty points`. */
  tag(word: string): string
  /** Returns the name of a use case. A custom word becomes readable. */
  usecase(word: string): string
  /** Isolates a value of the other direction, and a number in right-to-left text, as `text` and `list` do. */
  apart(value: string): string
}

const LONE_LETTER = /(^|[^\p{L}])(\p{L})-(?=\p{L})/gu
const PLACE = /\{(\w+)\}/

// The last separator of `Intl.ListFormat`; a test compares them. The first Intl formatter takes a page 15 ms, and the first screen needs
// no other one. These languages write small numbers as JavaScript does.
const CONJUNCTIONS: Readonly<Record<string, string>> = { en: ' and ', de: ' und ', fr: ' et ', 'pt-BR': ' e ' }
const FIRST_GROUPED = 1000

/** Keeps words such as `e-mail` on one line. Only for text on screen: signed and compared text must keep its bytes. */
export function joinHyphens(text: string): string {
  return text.replace(LONE_LETTER, '$1$2\u2011')
}

/** Makes the translator of a catalog for a locale. */
export function createTranslator(messages: Messages, locale: string): Translator {
  // Made on first use, because an Intl formatter takes longer than the rest of a render.
  const plural = once(() => new Intl.PluralRules(locale))
  const list = once(() => new Intl.ListFormat(locale, { type: 'conjunction' }))
  const number = once(() => new Intl.NumberFormat(locale))
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  // English without a country writes dates as the English terms do.
  const forms = locale === 'en' ? 'en-GB' : locale
  const dates = (options: Intl.DateTimeFormatOptions): Translator['date'] => {
    const zoned = (timeZone?: 'UTC') => once(() => new Intl.DateTimeFormat(forms, { ...options, timeZone }))
    const own = zoned()
    const utc = zoned('UTC')
    return (when, zone) => {
      const value = new Date(when)
      // Keeps the day and the month on one line.
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
    return isKey(messages, key) ? pick(key) : toReadable(name)
  }
  const direction = directionOf(locale)
  const apart = (value: string) => isolate(value, direction)
  const and = CONJUNCTIONS[locale]
  const digits = (value: number): string =>
    and && value >= 0 && value < FIRST_GROUPED && Number.isInteger(value) ? `${value}` : number().format(value)
  const join = (items: readonly string[]): string => {
    if (items.length < 2) return items.join('')
    const isolated = items.map(apart)
    return and ? isolated.slice(0, -1).join(', ') + and + isolated.at(-1) : list().format(isolated)
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
    duration: (duration) => {
      const [unit, count] = partsOf(duration)
      const text = new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count)
      // Intl writes a space between the number and the Japanese word, and Japanese writes none.
      return text.replace(/(?<=\d)\s(?=[\u3000-\u9fff])/, '')
    },
    percent: (share) => percent().format(share),
    language: (tag) => language().of(tag.split('-')[0] ?? '') ?? tag,
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
