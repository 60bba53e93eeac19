import type { ErrorStyle } from '../http/respond-error.ts'
import { ROUTES } from '../routes.ts'

const OAUTH_PATHS = ROUTES.filter(({ errors }) => errors === 'oauth').flatMap(({ paths }) => paths)

/** Returns the format of the errors of a path, for a host that refuses a request before a route handles it. `path` is without a query. */
export function errorStyleOf(path: string): ErrorStyle {
  return OAUTH_PATHS.some((oauth) => path.endsWith(oauth)) ? 'oauth' : 'problem'
}
