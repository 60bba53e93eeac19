import { QueryClient } from '@tanstack/react-query'

const own = new WeakMap<object, QueryClient>()

/**
 * The host's query client, or one of our own that the host never meets, one for each owner.
 *
 * Only what asks a server reaches this module: a page that asks nothing, such as one with a gate or with generated terms, loads no TanStack Query.
 */
export function queryClientOf(owner: object, given: QueryClient | undefined): QueryClient {
  if (given !== undefined) return given
  const known = own.get(owner) ?? new QueryClient()
  own.set(owner, known)
  return known
}
