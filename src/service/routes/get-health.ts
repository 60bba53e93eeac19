import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { respondJson } from '../http/respond.ts'
import type { Route } from './route.ts'

/** Health: the process answers. */
export const getHealth: Route = {
  method: 'GET',
  paths: [HEALTH_PATHS.live],
  cors: false,
  handle: () => respondJson({ status: 'ok' }),
}

/** Readiness: the database answers, and there is a key to sign with. 503 otherwise. */
export const getReadiness: Route = {
  method: 'GET',
  paths: [HEALTH_PATHS.ready],
  cors: false,
  async handle({ context }) {
    await context.storage.query('SELECT 1 AS one')
    await context.keys.keySet()
    return respondJson({ status: 'ready' })
  },
}
