import type { JsonObject } from '../../core/json.ts'
import { ACCOUNT_SCHEMAS } from './account-schemas.ts'
import { ERROR_SCHEMAS } from './error-schemas.ts'
import { LICENSE_SCHEMAS } from './license-schemas.ts'
import { object, oneOf } from './schema-builders.ts'
import { TOKEN_SCHEMAS } from './token-schemas.ts'
import { WEBHOOK_SCHEMAS } from './webhook-schemas.ts'

/**
 * The schemas of all bodies, by the names of `src/protocol`.
 *
 * Responses can get more members later. JSON requests may have only these members, and forms ignore others.
 */
export const SCHEMAS = {
  ...TOKEN_SCHEMAS,
  ...ACCOUNT_SCHEMAS,
  ...WEBHOOK_SCHEMAS,
  ...LICENSE_SCHEMAS,
  Health: object('The state of the process.', { status: oneOf('`ok` for health, `ready` for readiness.', ['ok', 'ready']) }),
  ...ERROR_SCHEMAS,
} satisfies Readonly<Record<string, JsonObject>>

/** The name of one of {@link SCHEMAS}. */
export type SchemaName = keyof typeof SCHEMAS

/** Returns a reference to a schema. */
export function schemaRef(name: SchemaName): JsonObject {
  return { $ref: `#/components/schemas/${name}` }
}

/** Describes a list of a schema. */
export function listOf(name: SchemaName): JsonObject {
  return { type: 'array', items: schemaRef(name) }
}
