/** The members of a request, without its signature and its custom members. */
export const REQUEST_MEMBERS = ['ptr', 'origin', 'terms', 'description', 'tags', 'uses', 'expiry'] as const

/** Returns whether a member is a custom one. The service stores custom members unchanged and does not interpret them. */
export function isExtension(name: string): name is `x-${string}` {
  return name.startsWith('x-')
}

/** Returns the request that a record was made from, without the members that the service adds. Keeps the order of the members. */
export function signedRequestOf(license: object): Readonly<Record<string, unknown>> {
  const signed: readonly string[] = REQUEST_MEMBERS
  return Object.fromEntries(Object.entries(license).filter(([name]) => signed.includes(name) || isExtension(name)))
}

/** The form of an `origin`, for example `com.example.app`. `MAX_ORIGIN_CHARS` limits its length. */
export const ORIGIN = /^[a-zA-Z0-9][a-zA-Z0-9_-]{0,62}(?:\.[a-zA-Z0-9_-]{1,63})+$/
