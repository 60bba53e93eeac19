import type { JsonObject } from '../../core/json.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { parseBaseUrl } from '../http/parse-base-url.ts'
import { ACCOUNT_PATHS } from './account-paths.ts'
import { DEVICE_PATHS } from './device-paths.ts'
import { ERROR_RESPONSES } from './error-responses.ts'
import { healthPaths } from './health-paths.ts'
import { licensePaths } from './license-paths.ts'
import { logPaths } from './log-paths.ts'
import { createSchemas } from './schemas.ts'
import { securitySchemes } from './security-schemes.ts'
import { TOKEN_PATHS } from './token-paths.ts'
import { describeWebhookEvents } from './webhook-events.ts'
import { WEBHOOK_PATHS } from './webhook-paths.ts'

/** The base addresses of the service. */
export interface OpenApiOptions {
  /** Where clients reach the token paths: an absolute URL without a trailing slash. */
  readonly authUrl: string
  /** Where clients reach the license paths. Default: `authUrl`. */
  readonly trailUrl?: string | undefined
}

/**
 * Creates the OpenAPI 3.1 document of the service, for gateways, contract tests and clients in other languages.
 *
 * It describes every operation, body, error, type of token and webhook. `docs/reference/protocol.md` describes which bytes are signed.
 *
 * @throws {LicetError} `invalid_configuration` when an address is not a URL.
 * @example
 * const document = createOpenApi({ authUrl: 'https://auth.example.com', trailUrl: 'https://trail.example.com' })
 */
export function createOpenApi(options: OpenApiOptions): JsonObject {
  const authUrl = parseBaseUrl(options.authUrl, 'authUrl')
  const trailUrl = parseBaseUrl(options.trailUrl ?? options.authUrl, 'trailUrl')
  return {
    openapi: '3.1.1',
    info: {
      title: 'Licet: authorization and data licenses',
      version: 'latest',
      description:
        'A data license records an agreement: who permits the use of which data, for what, to whom, until when and under which terms.',
    },
    servers: [{ url: authUrl }],
    paths: {
      ...TOKEN_PATHS,
      ...ACCOUNT_PATHS,
      ...WEBHOOK_PATHS,
      ...DEVICE_PATHS,
      ...licensePaths(trailUrl),
      ...logPaths(trailUrl),
      ...healthPaths([authUrl, trailUrl]),
    },
    webhooks: describeWebhookEvents(),
    components: {
      schemas: createSchemas(),
      responses: ERROR_RESPONSES,
      securitySchemes: securitySchemes(authUrl + AUTH_PATHS.token),
    },
  }
}
