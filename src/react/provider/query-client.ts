import { QueryClient } from '@tanstack/react-query'

const ownClients = new WeakMap<object, QueryClient>()

/**
 * Returns the query client of the host app, or a private one for each owner.
 *
 * Only code that makes requests imports this module, so a page with a gate or with generated terms does not load TanStack Query.
 */
export function queryClientOf(owner: object, given: QueryClient | undefined): QueryClient {
  if (given !== undefined) return given
  const known = ownClients.get(owner) ?? new QueryClient()
  ownClients.set(owner, known)
  return known
}
