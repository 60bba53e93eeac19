import { canonicalize } from '../../core/canonical-json.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { utf8 } from '../../core/signature.ts'
import { toTimestamp } from '../../core/timestamp.ts'

/** Every action of the audit log. The guide `audit-log.md` describes each. */
export const AUDIT_ACTIONS = [
  'organization.created',
  'user.created',
  'api_key.created',
  'api_key.revoked',
  'provider.created',
  'provider.updated',
  'provider.deleted',
  'identity_key.added',
  'identity_key.removed',
  'signing_key.created',
  'signing_key.rotated',
  'signing_key.removed',
  'log_key.rotated',
  'webhook.created',
  'webhook.secret_rotated',
  'webhook.replayed',
  'webhook.deleted',
  'license.reminded',
  'license.revoked',
  'license.read',
  'device.read',
  'user.read',
  'permit.asked',
  'erasure.started',
  'erasure.ended',
  'device.erased',
  'device.removed',
  'client.wrong_secret',
  'access.refused',
  'refresh_token.revoked',
  'refresh_token.reused_in_grace',
  'refresh_token.reused',
  'service.started',
  'service.stopped',
  'schema.migrated',
  'database.backed_up',
  'database.restored',
  'audit_chain.removed',
] as const

/** What happened, such as `provider.created`. */
export type AuditAction = (typeof AUDIT_ACTIONS)[number]

/**
 * Who did it.
 *
 * - `operator`: someone with access to the database or to the process, for example by the command line.
 * - `user`: a user with an API key, over HTTP.
 * - `provider`, `device`: a client over HTTP. A device has no id here.
 * - `service`: the service itself.
 */
export interface AuditActor {
  readonly type: 'operator' | 'user' | 'provider' | 'device' | 'service'
  readonly id?: string | undefined
  /** Id of the API key of a user. */
  readonly apiKeyId?: string | undefined
}

/** An event of the audit log. It contains no secret, no `ptr` and no personal data, only ids. */
export interface AuditEvent {
  readonly action: AuditAction
  readonly actor: AuditActor
  /** Id of what was changed: a key, a user, a license and so on, as the action names it. */
  readonly target?: string | undefined
  readonly providerId?: string | undefined
  readonly orgId?: string | undefined
  readonly details?: JsonObject | undefined
}

/** Someone with access to the database or to the process. */
export const OPERATOR: AuditActor = { type: 'operator' }
/** The service itself. */
export const SERVICE: AuditActor = { type: 'service' }

/** Maximum size of an event in bytes, as the table has it. */
export const MAX_EVENT_BYTES = 8192
const MAX_CHARS = 256
/** How many items of a list an event keeps. */
export const MAX_ITEMS = 32

/**
 * Returns an event as the canonical JSON that is hashed. A text of more than 256 characters and a list of more than {@link MAX_ITEMS} items are cut.
 * Details that are still too large are left out, and `truncated` is `true`.
 */
export function serializeAuditEvent({ action, actor, target, providerId, orgId, details }: AuditEvent, timeMs: number): string {
  const members = {
    time: toTimestamp(timeMs),
    action,
    actor: withoutUndefined({ type: actor.type, id: actor.id, apiKeyId: actor.apiKeyId }),
    ...withoutUndefined({ target, providerId, orgId }),
  }
  const text = canonicalize(cut({ ...members, ...(details !== undefined && { details }) }))
  return utf8(text).length <= MAX_EVENT_BYTES ? text : canonicalize(cut({ ...members, truncated: true }))
}

function withoutUndefined(members: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(members).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])))
}

function cut(value: JsonValue): JsonValue {
  if (typeof value === 'string') {
    // A configuration is text from outside, which can contain half of a surrogate pair or U+0000, which PostgreSQL refuses.
    const text = value.replace(/\p{Surrogate}|\0/gu, '\u{FFFD}')
    return text.length <= MAX_CHARS ? text : `${text.slice(0, MAX_CHARS).replace(/\p{Surrogate}$/u, '')}…`
  }
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map(cut)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, cut(member)]))
}

/** Returns the actor of a request with the token of a user. */
export function toActor(user: { readonly id: string; readonly apiKeyId: string }): AuditActor {
  return { type: 'user', id: user.id, apiKeyId: user.apiKeyId }
}
