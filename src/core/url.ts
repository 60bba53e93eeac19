/** Reads an address; `undefined` for what is none. */
export function parseUrl(value: unknown): URL | undefined {
  if (typeof value !== 'string') return undefined
  try {
    return new URL(value)
  } catch {
    return undefined
  }
}

/** Tells whether a service can be reached below an address: http(s), without blanks, user, query or fragment. */
export function isBaseUrl(text: string): boolean {
  const url = parseUrl(text)
  return url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password === '' && !/[\s?#]/.test(text)
}
