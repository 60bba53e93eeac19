import type { JsonObject } from '../../core/json.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { jsonResponse, operation } from './operation.ts'
import { schemaRef } from './schemas.ts'

/** Health and readiness, which are below both base addresses. */
export function healthPaths(baseUrls: readonly string[]): JsonObject {
  const servers = [...new Set(baseUrls)].map((url) => ({ url }))
  const check = (operationId: string, summary: string, success: string) => ({
    servers,
    get: operation(operationId, summary, { by: 'none', returns: { 200: jsonResponse(success, schemaRef('Health')) } }),
  })
  return {
    [HEALTH_PATHS.live]: check('getHealth', 'Check whether the process responds', 'The process responds.'),
    [HEALTH_PATHS.ready]: check(
      'getReadiness',
      'Check whether the service can handle requests',
      'The service can handle requests.',
    ),
  }
}
