/**
 * Returns the `cursor` of the next page of a list, from its `Link` (RFC 8288). `undefined` on the last page.
 *
 * Reads the query only, so that a service cannot direct the next request to another host.
 */
export function readNextCursor(headers: Headers): string | undefined {
  const [, query] = /<[^<>?]*\?([^<>]*)>; *rel="?next\b/.exec(headers.get('link') ?? '') ?? []
  return query === undefined ? undefined : (new URLSearchParams(query).get('cursor') ?? undefined)
}
