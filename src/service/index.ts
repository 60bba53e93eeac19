export type { ErrorCode, LocalErrorCode, WireErrorCode } from '../core/error-codes.ts'
export { isLicetError, LicetError, type LicetErrorOptions } from '../core/errors.ts'
export type { JsonObject, JsonValue } from '../core/json.ts'
export type { LicenseRevocation } from '../core/license.ts'
export type { SignatureSuite } from '../core/signature.ts'
export type { SignEd25519 } from '../log/log-crypto.ts'
export type { ApiKey, CreatedApiKey, Provider } from '../protocol/records/accounts.ts'
export type { RevokeLicense } from '../protocol/records/license-operations.ts'
export type { WebhookData, WebhookEvent, WebhookLicense } from '../protocol/records/webhook-events.ts'
export type {
  FailedWebhook,
  WebhookEndpoint,
  WebhookEndpointStatus,
  WebhookEndpointWithSecret,
  WebhookFault,
  WebhookResult,
} from '../protocol/records/webhooks.ts'
export type { Admin, AdminUser } from './accounts/admin.ts'
export { createAdmin } from './accounts/create-admin.ts'
export { createService } from './create-service.ts'
export type { KeyManagement } from './crypto/key-management.ts'
export type { KeyEncryption } from './crypto/key-protection.ts'
export type {
  Ed25519Jwk,
  Es256Signer,
  Es256Verifier,
  PrivateJwk,
  PublicJwk,
  RsaHash,
  ServiceCrypto,
} from './crypto/service-crypto.ts'
export { type DeviceKey, toDeviceKey } from './crypto/verifying-key.ts'
export { createWebCrypto } from './crypto/web-crypto.ts'
export type { CorsOption } from './http/cors.ts'
export type { PostTimestamp, TimestampQuery } from './log/request-timestamp.ts'
export type { LicenseChange, RequestReport, ServiceObserver } from './observer.ts'
export { createOpenApi, type OpenApiOptions } from './openapi/create-openapi.ts'
export type { RequestOrigin } from './routing/route.ts'
export type { ServiceEvent } from './service-event.ts'
export type { Service, ServiceOptions } from './service-options.ts'
export { openPgliteStorage, type PgliteDatabase, type PgliteStorageOptions } from './storage/pglite.ts'
export { createPostgresStorage, type GetTypeParser, type PostgresOptions, type PostgresPool } from './storage/postgres.ts'
export {
  type ConnectionFault,
  type PoolState,
  type Row,
  type SchemaState,
  type Sql,
  type SqlValue,
  type Storage,
  StorageError,
} from './storage/storage.ts'
export type { RotatedKey } from './tokens/key-ring.ts'
export type { ServiceTracing, TracedRequest } from './tracing/tracing.ts'
export type { Webhooks } from './webhooks/create-webhooks.ts'
export type { PostWebhook, WebhookRequest } from './webhooks/post-webhook.ts'
