const QUOTE = 0x22
const BACKSLASH = 0x5c
const COMMA = 0x2c
const OPENING: readonly (number | undefined)[] = [0x7b, 0x5b]
const CLOSING: readonly (number | undefined)[] = [0x7d, 0x5d]
const WHITE_SPACE: readonly (number | undefined)[] = [0x20, 0x09, 0x0a, 0x0d]

/**
 * Returns the text of a JSON object without its member `signature`: without the member, its value and one separating comma. Everything
 * else stays byte for byte (wire decisions, section 3).
 *
 * A program that writes JSON with spaces adds one together with the member, so the first text is without the white space between the
 * comma and the member. The second text keeps it. There is one text when there is no such white space.
 *
 * The text must be JSON that the strict parser accepted: one object, in which the member occurs once. Reads each byte once.
 */
export function cutSignature(text: Uint8Array): readonly Uint8Array<ArrayBuffer>[] {
  const { start, end, comma } = findSignature(text)
  if (comma === undefined) return [without(text, start, end)]
  const tight = comma < start ? without(text, comma, end) : without(text, start, skipWhiteSpace(text, comma + 1))
  const exact =
    comma < start ? without(without(text, start, end), comma, comma + 1) : without(without(text, comma, comma + 1), start, end)
  return exact.length === tight.length ? [tight] : [tight, exact]
}

/** Returns where the member starts and ends, and the offset of the comma that separates it from another member. */
function findSignature(text: Uint8Array): { readonly start: number; readonly end: number; readonly comma: number | undefined } {
  let depth = 0
  let comma: number | undefined
  let isName = false
  for (let at = 0; at < text.length; at++) {
    const byte = text[at]
    if (OPENING.includes(byte)) isName = ++depth === 1
    else if (CLOSING.includes(byte)) depth--
    else if (byte === COMMA && depth === 1) {
      comma = at
      isName = true
    } else if (byte === QUOTE) {
      const nameEnd = endOfString(text, at)
      if (depth === 1 && isName && isSignature(text.subarray(at, nameEnd))) {
        const end = endOfString(text, text.indexOf(QUOTE, nameEnd))
        // The first member has its comma behind it.
        return { start: at, end, comma: comma ?? commaAfter(text, end) }
      }
      isName = false
      at = nameEnd - 1
    }
  }
  throw new TypeError('The text has no member signature.')
}

/** Returns the offset behind the string that starts at an offset. */
function endOfString(text: Uint8Array, start: number): number {
  let at = start + 1
  while (at < text.length && text[at] !== QUOTE) at += text[at] === BACKSLASH ? 2 : 1
  return at + 1
}

const NAME = '"signature"'
/** Length of the name when every letter is written as `\uXXXX`. */
const MAX_NAME_BYTES = 2 + 6 * 'signature'.length

/** A program may escape any letter of a name. */
function isSignature(name: Uint8Array): boolean {
  return name.length >= NAME.length && name.length <= MAX_NAME_BYTES && JSON.parse(new TextDecoder().decode(name)) === 'signature'
}

function commaAfter(text: Uint8Array, end: number): number | undefined {
  const next = skipWhiteSpace(text, end)
  return text[next] === COMMA ? next : undefined
}

function skipWhiteSpace(text: Uint8Array, from: number): number {
  let at = from
  while (WHITE_SPACE.includes(text[at])) at++
  return at
}

function without(text: Uint8Array, start: number, end: number): Uint8Array<ArrayBuffer> {
  const rest = new Uint8Array(text.length - (end - start))
  rest.set(text.subarray(0, start))
  rest.set(text.subarray(end), start)
  return rest
}
