/** The path of a route below the path of a base address. */
export interface RoutePath {
  readonly base: string
  /** `:name` stands for any one segment. */
  readonly path: string
}

/**
 * Reads what stands for the names in the path of a route, decoded; `undefined` when another path was asked for.
 *
 * Compared letter by letter and not by a pattern: the path of a base address may hold what means something else in one.
 */
export function matchPath({ base, path }: RoutePath, asked: string): Readonly<Record<string, string>> | undefined {
  if (!asked.startsWith(base)) return undefined
  const segments = asked.slice(base.length).split('/')
  const expected = path.split('/')
  if (segments.length !== expected.length) return undefined
  const params: Record<string, string> = {}
  for (const [index, segment] of segments.entries()) {
    const name = expected[index] ?? ''
    if (name.startsWith(':') && segment !== '') params[name.slice(1)] = decode(segment)
    else if (name !== segment) return undefined
  }
  return params
}

function decode(segment: string): string {
  try {
    return decodeURIComponent(segment)
  } catch {
    return segment
  }
}
