import { LicetError } from './errors.ts'
import { hasLoneSurrogate, type JsonObject, type JsonValue } from './json.ts'
import { MAX_JSON_DEPTH } from './limits.ts'

/**
 * Decodes bytes as UTF-8 and parses them as JSON, both strictly; see {@link parseJson}.
 *
 * @throws {LicetError} `invalid_json` also for a byte order mark, and for bytes that are not UTF-8.
 */
export function parseJsonBytes(bytes: Uint8Array, limits?: JsonLimits): JsonValue {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LicetError('invalid_json', 'The bytes are not UTF-8. The JSON was refused. Encode it as UTF-8.', { cause })
  }
  return parseJson(text, limits)
}

/** How large a JSON value may be. */
export interface JsonLimits {
  /** Deepest nesting of objects and arrays. Default: {@link MAX_JSON_DEPTH}. */
  readonly depth?: number
  /** Maximum number of values: objects, arrays, strings, numbers, `true`, `false` and `null`. Default: any number. */
  readonly values?: number
}

/**
 * Parses JSON strictly: refuses every text that two parsers could read differently.
 *
 * Besides bad syntax (RFC 8259) these are refused (I-JSON, RFC 7493): duplicate members, a member named `__proto__`, lone surrogates,
 * U+0000, a byte order mark, minus zero, numbers that overflow, integers beyond 2^53, and what exceeds the limits.
 *
 * @throws {LicetError} `invalid_json`. The message has the offset, never the text.
 * @example
 * parseJson('{"a":1}') // { a: 1 }
 */
export function parseJson(text: string, limits: JsonLimits = {}): JsonValue {
  return new Parser(text, limits).parse()
}

const NO_VALUE = 'no JSON value'
const NO_VALUE_FIX = 'Send valid JSON (RFC 8259), without comments and trailing commas'
const WHITE_SPACE = /[ \t\n\r]*/y
// Everything but the quotation mark, the backslash and the control characters U+0000 to U+001F.
const PLAIN = /[ !#-[\]-\uffff]*/y
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y
const ESCAPES: Readonly<Record<string, string>> = {
  '"': '"',
  '\\': '\\',
  '/': '/',
  b: '\b',
  f: '\f',
  n: '\n',
  r: '\r',
  t: '\t',
}

class Parser {
  readonly #text: string
  readonly #maxDepth: number
  readonly #maxValues: number
  #at = 0
  #depth = 0
  #values = 0

  constructor(text: string, { depth = MAX_JSON_DEPTH, values = Number.POSITIVE_INFINITY }: JsonLimits) {
    this.#text = text
    this.#maxDepth = depth
    this.#maxValues = values
  }

  parse(): JsonValue {
    const value = this.#value()
    this.#skip()
    if (this.#at < this.#text.length) this.#fail('text after the value', 'Remove it')
    return value
  }

  #value(): JsonValue {
    if (++this.#values > this.#maxValues) this.#fail(`more than ${this.#maxValues} values`, 'Send fewer')
    this.#skip()
    switch (this.#text[this.#at]) {
      case '{':
        return this.#nested(() => this.#object())
      case '[':
        return this.#nested(() => this.#array())
      case '"':
        return this.#string()
      case 't':
        return this.#word('true', true)
      case 'f':
        return this.#word('false', false)
      case 'n':
        return this.#word('null', null)
      default:
        return this.#number()
    }
  }

  #nested<T>(read: () => T): T {
    if (++this.#depth > this.#maxDepth) this.#fail(`nesting deeper than ${this.#maxDepth} levels`, 'Send a flatter value')
    this.#at++
    const value = read()
    this.#depth--
    return value
  }

  #object(): JsonObject {
    const object: Record<string, JsonValue> = {}
    this.#skip()
    if (this.#take('}')) return object
    do {
      this.#skip()
      if (this.#text[this.#at] !== '"')
        this.#fail('no member name', 'Write the name in double quotes, and no comma after the last member')
      const name = this.#string()
      if (name === '__proto__') this.#fail('a member named __proto__', 'Rename or remove it')
      if (Object.hasOwn(object, name)) this.#fail('a duplicate member', 'Send each member once')
      this.#skip()
      if (!this.#take(':')) this.#fail('a member without a colon', 'Write a colon after the name')
      object[name] = this.#value()
      this.#skip()
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail('an object that does not end', 'Close it with }, or write a comma before the next member')
    return object
  }

  #array(): JsonValue[] {
    const array: JsonValue[] = []
    this.#skip()
    if (this.#take(']')) return array
    do {
      array.push(this.#value())
      this.#skip()
    } while (this.#take(','))
    if (!this.#take(']')) this.#fail('an array that does not end', 'Close it with ], or write a comma before the next item')
    return array
  }

  #string(): string {
    this.#at++
    let string = ''
    for (;;) {
      string += this.#match(PLAIN)
      if (this.#take('"')) break
      if (!this.#take('\\'))
        this.#fail(
          'a string that does not end, or a control character in it',
          'Close it with a quote, and write controls as escapes',
        )
      string += this.#escape()
    }
    if (hasLoneSurrogate(string)) this.#fail('half of a surrogate pair', 'Send the whole character')
    if (string.includes('\u0000')) this.#fail('the character U+0000', 'Remove it')
    return string
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at++)
    if (letter !== 'u') return ESCAPES[letter] ?? this.#fail('an unknown escape', 'Use an escape of RFC 8259')
    const hex = this.#text.slice(this.#at, this.#at + 4)
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#fail('an unknown escape', 'Use an escape of RFC 8259')
    this.#at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  #number(): number {
    const digits = this.#match(NUMBER)
    if (digits === '') this.#fail(NO_VALUE, NO_VALUE_FIX)
    const number = Number(digits)
    if (!Number.isFinite(number)) this.#fail('a number that is too large', 'Send a smaller number, or a string')
    if (Object.is(number, -0)) this.#fail('minus zero', 'Send 0')
    if (Number.isInteger(number) && !Number.isSafeInteger(number)) this.#fail('an integer beyond 2^53', 'Send it as a string')
    return number
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail(NO_VALUE, NO_VALUE_FIX)
    this.#at += word.length
    return value
  }

  #skip(): void {
    this.#match(WHITE_SPACE)
  }

  #take(letter: string): boolean {
    if (this.#text[this.#at] !== letter) return false
    this.#at++
    return true
  }

  #match(pattern: RegExp): string {
    pattern.lastIndex = this.#at
    const found = pattern.exec(this.#text)?.[0] ?? ''
    this.#at += found.length
    return found
  }

  #fail(what: string, fix: string): never {
    throw new LicetError('invalid_json', `The JSON has ${what} at offset ${this.#at}. It was refused. ${fix}.`)
  }
}
