/** Parses a URL, or returns `undefined`. */
export function parseUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

/** Returns whether a text can be the base URL of a service: http(s), without white space, credentials, query or fragment. */
export function isBaseUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[\s?#]/.test(text)
}

/** Removes the slashes at the end of a base URL. Without a pattern, whose time would grow with the square of their number. */
export function trimSlashes(text: string): string {
  let end = text.length
  while (text[end - 1] === '/') end--
  return text.slice(0, end)
}
