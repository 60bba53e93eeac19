import { LicetError } from './errors.ts'
import { hasLoneSurrogate, type JsonObject, type JsonValue } from './json.ts'
import { MAX_JSON_DEPTH } from './limits.ts'

/**
 * Decodes bytes as UTF-8 and parses them as JSON, both strictly; see {@link parseJson}.
 *
 * @throws {LicetError} `invalid_json`, also for a byte order mark and for bytes that are not UTF-8.
 */
export function parseJsonBytes(bytes: Uint8Array): JsonValue {
  let text: string
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes)
  } catch (cause) {
    throw new LicetError('invalid_json', 'The bytes are not UTF-8, so the JSON cannot be read. Send it as UTF-8.', { cause })
  }
  return parseJson(text)
}

/**
 * Parses JSON so that one text has one meaning: what parsers disagree about is refused.
 *
 * Refused beside bad syntax (RFC 8259, I-JSON RFC 7493): duplicate members, a member named `__proto__`, lone surrogates, U+0000,
 * a byte order mark, minus zero, numbers that overflow, integers beyond 2^53, nesting deeper than {@link MAX_JSON_DEPTH}.
 *
 * @throws {LicetError} `invalid_json`; the message tells the offset, never the text.
 */
export function parseJson(text: string): JsonValue {
  return new Parser(text).parse()
}

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
  #at = 0
  #depth = 0

  constructor(text: string) {
    this.#text = text
  }

  parse(): JsonValue {
    const value = this.#value()
    this.#skip()
    if (this.#at < this.#text.length) this.#fail('text after the value')
    return value
  }

  #value(): JsonValue {
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
    if (++this.#depth > MAX_JSON_DEPTH) this.#fail(`nesting deeper than ${MAX_JSON_DEPTH}`)
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
      if (this.#text[this.#at] !== '"') this.#fail('something that is no member name')
      const name = this.#string()
      if (name === '__proto__') this.#fail('a member named __proto__')
      if (Object.hasOwn(object, name)) this.#fail('a duplicate member')
      this.#skip()
      if (!this.#take(':')) this.#fail('a member without a colon')
      object[name] = this.#value()
      this.#skip()
    } while (this.#take(','))
    if (!this.#take('}')) this.#fail('an object that does not end')
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
    if (!this.#take(']')) this.#fail('an array that does not end')
    return array
  }

  #string(): string {
    this.#at++
    let string = ''
    for (;;) {
      string += this.#match(PLAIN)
      if (this.#take('"')) break
      if (!this.#take('\\')) this.#fail('a string that does not end, or a control character')
      string += this.#escape()
    }
    if (hasLoneSurrogate(string)) this.#fail('half of a surrogate pair')
    if (string.includes('\u0000')) this.#fail('the character U+0000')
    return string
  }

  #escape(): string {
    const letter = this.#text.charAt(this.#at++)
    if (letter !== 'u') return ESCAPES[letter] ?? this.#fail('an unknown escape')
    const hex = this.#text.slice(this.#at, this.#at + 4)
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) this.#fail('an unknown escape')
    this.#at += 4
    return String.fromCharCode(Number.parseInt(hex, 16))
  }

  #number(): number {
    const digits = this.#match(NUMBER)
    if (digits === '') this.#fail('something that is no JSON value')
    const number = Number(digits)
    if (!Number.isFinite(number)) this.#fail('a number too large')
    if (Object.is(number, -0)) this.#fail('minus zero')
    if (Number.isInteger(number) && !Number.isSafeInteger(number)) this.#fail('an integer beyond 2^53')
    return number
  }

  #word<T>(word: string, value: T): T {
    if (!this.#text.startsWith(word, this.#at)) this.#fail('something that is no JSON value')
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

  #fail(what: string): never {
    throw new LicetError(
      'invalid_json',
      `There is ${what} at offset ${this.#at}. The JSON has no single meaning, so it is refused. Send plain JSON (RFC 8259).`,
    )
  }
}
