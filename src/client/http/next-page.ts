/**
 * Returns the `cursor` of the next page of a list, from its `Link` (RFC 8288), which contains no other page. `undefined` on the last page.
 *
 * Reads the cursor only, so that a service cannot direct the next request to another host.
 */
export function readNextCursor(headers: Headers): string | undefined {
  return /cursor=([\w.-]+)/.exec(headers.get('link') ?? '')?.[1]
}
