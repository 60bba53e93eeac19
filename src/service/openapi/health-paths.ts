import type { JsonObject } from '../../core/json.ts'
import { HEALTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { jsonResponse, SECURITY } from './operation.ts'
import { schemaRef } from './schemas.ts'

/** Health and readiness, which are below both base addresses. */
export function healthPaths(baseUrls: readonly string[]): JsonObject {
  const everywhere = { servers: [...new Set(baseUrls)].map((url) => ({ url })) }
  return {
    [HEALTH_PATHS.live]: {
      ...everywhere,
      get: {
        operationId: 'getHealth',
        summary: 'Check whether the process responds',
        ...SECURITY.none,
        responses: { 200: jsonResponse('The process responds.', schemaRef('Health')), ...errors('Problem') },
      },
    },
    [HEALTH_PATHS.ready]: {
      ...everywhere,
      get: {
        operationId: 'getReadiness',
        summary: 'Check whether the service can handle requests',
        ...SECURITY.none,
        responses: { 200: jsonResponse('The service can handle requests.', schemaRef('Health')), ...errors('Problem') },
      },
    },
  }
}
