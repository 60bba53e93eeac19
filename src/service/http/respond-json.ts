/** Headers of a JSON response that must not be cached. */
const JSON_HEADERS = { 'content-type': 'application/json', 'cache-control': 'no-store' } as const

/** Responds with JSON that must not be cached, unless `headers` say otherwise. */
export function respondJson(body: unknown, status = 200, headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(JSON.stringify(body), {
    status,
    headers: { ...JSON_HEADERS, ...headers },
  })
}

/** Responds with JSON that is already written, and must not be cached. */
export function respondJsonBytes(
  body: Uint8Array<ArrayBuffer>,
  status = 200,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return new Response(body, { status, headers: { ...JSON_HEADERS, ...headers } })
}

/** Responds with 204 and no body. */
export function respondNoContent(headers: Readonly<Record<string, string>> = {}): Response {
  return new Response(null, { status: 204, headers: { 'cache-control': 'no-store', ...headers } })
}
