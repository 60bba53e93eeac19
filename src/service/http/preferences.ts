/** Longest header `Prefer` that is read, in ASCII characters. */
const MAX_PREFER_CHARS = 1000

/**
 * Returns whether a request has a preference with this value (RFC 7240 section 2). Only the first preference of a name counts. Values
 * of a preference may be in quotes, and its parameters are ignored.
 *
 * A response that follows the preference names it in `Preference-Applied`.
 */
export function hasPreference(request: Request, name: string, value: string): boolean {
  const header = request.headers.get('prefer')
  if (header === null || header.length > MAX_PREFER_CHARS) return false
  for (const preference of splitOutsideQuotes(header, ',')) {
    const [word = ''] = splitOutsideQuotes(preference, ';')
    const at = word.includes('=') ? word.indexOf('=') : word.length
    const key = word.slice(0, at).trim().toLowerCase()
    if (key !== name) continue
    const given = word.slice(at + 1).trim()
    return given === value || given === `"${value}"`
  }
  return false
}

/** Splits a header value at each separator outside of quoted strings (RFC 9110 section 5.6.4). */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = []
  let isQuoted = false
  let start = 0
  for (let at = 0; at < text.length; at++) {
    const letter = text[at]
    if (letter === '"') isQuoted = !isQuoted
    else if (letter === '\\' && isQuoted) at++
    else if (letter === separator && !isQuoted) {
      parts.push(text.slice(start, at))
      start = at + 1
    }
  }
  return [...parts, text.slice(start)]
}
