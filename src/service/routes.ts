import { LOG_PATHS } from '../log/log-paths.ts'
import { AUTH_PATHS, HEALTH_PATHS, TRAIL_PATHS } from '../protocol/paths.ts'
import { deleteProvider } from './accounts/delete-provider.ts'
import { getApiKeys } from './accounts/get-api-keys.ts'
import { getProfile } from './accounts/get-profile.ts'
import { getProvider } from './accounts/get-provider.ts'
import { getProviders } from './accounts/get-providers.ts'
import { getUsers } from './accounts/get-users.ts'
import { postApiKey } from './accounts/post-api-key.ts'
import { postProvider } from './accounts/post-provider.ts'
import { deleteAddresses } from './devices/delete-addresses.ts'
import { getAddresses } from './devices/get-addresses.ts'
import { postAddress } from './devices/post-address.ts'
import { getHealth } from './health/get-health.ts'
import { getReadiness } from './health/get-readiness.ts'
import { deleteIdentityKey } from './identity/delete-identity-key.ts'
import { getIdentityKeys } from './identity/get-identity-keys.ts'
import { postIdentityKey } from './identity/post-identity-key.ts'
import { getLicense } from './licenses/get-license.ts'
import { getLicenses } from './licenses/get-licenses.ts'
import { getStats } from './licenses/get-stats.ts'
import { postLicense } from './licenses/post-license.ts'
import { postLicensePermit } from './licenses/post-license-permit.ts'
import { postLicenseRevoke } from './licenses/post-license-revoke.ts'
import { postLicenseSearch } from './licenses/post-license-search.ts'
import { postLicenseVerify } from './licenses/post-license-verify.ts'
import { getLicenseProof } from './log/get-license-proof.ts'
import { getLogCheckpoint } from './log/get-log-checkpoint.ts'
import { getLogKeys } from './log/get-log-keys.ts'
import { getLogTile } from './log/get-log-tile.ts'
import { getLogTimestamp } from './log/get-log-timestamp.ts'
import type { Route } from './routing/route.ts'
import { getKeySet } from './tokens/get-key-set.ts'
import { getMetadata } from './tokens/get-metadata.ts'
import { postIntrospect } from './tokens/post-introspect.ts'
import { postOauthRevoke } from './tokens/post-oauth-revoke.ts'
import { postOauthToken } from './tokens/post-oauth-token.ts'
import { postRevoke } from './tokens/post-revoke.ts'
import { postToken } from './tokens/post-token.ts'
import { deleteWebhook } from './webhooks/delete-webhook.ts'
import { getReminders } from './webhooks/get-reminders.ts'
import { getWebhooks } from './webhooks/get-webhooks.ts'
import { postReminders } from './webhooks/post-reminders.ts'
import { postWebhookEndpoint } from './webhooks/post-webhook-endpoint.ts'
import { postWebhookReplay } from './webhooks/post-webhook-replay.ts'
import { postWebhookSecret } from './webhooks/post-webhook-secret.ts'
import { postWebhookTest } from './webhooks/post-webhook-test.ts'

const PROVIDER = `${AUTH_PATHS.providers}/:providerId`
const ADDRESSES = `${PROVIDER}/user`
const IDENTITY_KEYS = `${PROVIDER}/identity-key`
const WEBHOOKS = `${PROVIDER}/webhook`
const REMINDERS = `${PROVIDER}/reminder`
const WEBHOOK = '/api/latest/webhook/:id'
const EPOCH = ':epoch{[1-9]\\d*}'
const TOKEN_PATHS = [AUTH_PATHS.token, AUTH_PATHS.tokenAlias]

/**
 * Every operation of the service. The handler of each is in `<feature>/<method>-<noun>.ts`.
 *
 * To add an operation, write its handler in the folder of its feature, and list it here and in `openapi/`.
 */
export const ROUTES: readonly Route[] = [
  { method: 'POST', base: 'auth', paths: TOKEN_PATHS, cors: true, errors: 'oauth', work: 'read', handle: postToken },
  { method: 'POST', base: 'auth', paths: [AUTH_PATHS.revoke], cors: true, errors: 'oauth', work: 'read', handle: postRevoke },
  {
    method: 'POST',
    base: 'auth',
    paths: [AUTH_PATHS.oauthToken],
    cors: true,
    errors: 'oauth',
    work: 'read',
    handle: postOauthToken,
  },
  {
    method: 'POST',
    base: 'auth',
    paths: [AUTH_PATHS.oauthRevoke],
    cors: true,
    errors: 'oauth',
    work: 'read',
    handle: postOauthRevoke,
  },
  {
    method: 'POST',
    base: 'auth',
    paths: [AUTH_PATHS.oauthIntrospect],
    cors: false,
    errors: 'oauth',
    work: 'read',
    handle: postIntrospect,
  },
  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.jwks], cors: true, handle: getKeySet },
  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.metadata], cors: true, handle: getMetadata },

  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.profile], cors: false, work: 'read', handle: getProfile },
  { method: 'POST', base: 'auth', paths: [AUTH_PATHS.apiKeys], cors: false, work: 'write', handle: postApiKey },
  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.apiKeys], cors: false, work: 'read', handle: getApiKeys },
  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.users], cors: false, work: 'read', handle: getUsers },
  { method: 'GET', base: 'auth', paths: [AUTH_PATHS.providers], cors: false, work: 'read', handle: getProviders },
  { method: 'POST', base: 'auth', paths: [AUTH_PATHS.providers], cors: false, work: 'write', handle: postProvider },
  { method: 'GET', base: 'auth', paths: [PROVIDER], cors: false, work: 'read', handle: getProvider },
  { method: 'DELETE', base: 'auth', paths: [PROVIDER], cors: false, work: 'write', handle: deleteProvider },

  { method: 'POST', base: 'auth', paths: [ADDRESSES], cors: true, work: 'write', handle: postAddress },
  { method: 'GET', base: 'auth', paths: [ADDRESSES], cors: true, work: 'read', handle: getAddresses },
  { method: 'DELETE', base: 'auth', paths: [ADDRESSES], cors: false, work: 'write', handle: deleteAddresses },

  { method: 'POST', base: 'auth', paths: [IDENTITY_KEYS], cors: false, work: 'write', handle: postIdentityKey },
  { method: 'GET', base: 'auth', paths: [IDENTITY_KEYS], cors: false, work: 'read', handle: getIdentityKeys },
  { method: 'DELETE', base: 'auth', paths: [`${IDENTITY_KEYS}/:kid`], cors: false, work: 'write', handle: deleteIdentityKey },

  { method: 'POST', base: 'auth', paths: [WEBHOOKS], cors: false, work: 'write', handle: postWebhookEndpoint },
  { method: 'GET', base: 'auth', paths: [WEBHOOKS], cors: false, work: 'read', handle: getWebhooks },
  { method: 'POST', base: 'auth', paths: [REMINDERS], cors: false, work: 'write', handle: postReminders },
  { method: 'GET', base: 'auth', paths: [REMINDERS], cors: false, work: 'read', handle: getReminders },
  { method: 'DELETE', base: 'auth', paths: [WEBHOOK], cors: false, work: 'write', handle: deleteWebhook },
  { method: 'POST', base: 'auth', paths: [`${WEBHOOK}/secret`], cors: false, work: 'write', handle: postWebhookSecret },
  { method: 'POST', base: 'auth', paths: [`${WEBHOOK}/replay`], cors: false, work: 'write', handle: postWebhookReplay },
  // Without a turn: it waits for the receiver, and not for the database.
  { method: 'POST', base: 'auth', paths: [`${WEBHOOK}/test`], cors: false, handle: postWebhookTest },

  { method: 'POST', base: 'trail', paths: [TRAIL_PATHS.createLicense], cors: true, work: 'write', handle: postLicense },
  { method: 'POST', base: 'trail', paths: [TRAIL_PATHS.verifyLicense], cors: true, work: 'read', handle: postLicenseVerify },
  { method: 'POST', base: 'trail', paths: [TRAIL_PATHS.permitLicense], cors: false, work: 'read', handle: postLicensePermit },
  { method: 'POST', base: 'trail', paths: [TRAIL_PATHS.searchLicenses], cors: true, work: 'read', handle: postLicenseSearch },
  { method: 'GET', base: 'trail', paths: [TRAIL_PATHS.stats], cors: false, work: 'read', handle: getStats },
  { method: 'GET', base: 'trail', paths: [TRAIL_PATHS.licenses], cors: true, work: 'read', handle: getLicenses },
  { method: 'GET', base: 'trail', paths: [`${TRAIL_PATHS.licenses}/:id`], cors: true, work: 'read', handle: getLicense },
  {
    method: 'POST',
    base: 'trail',
    paths: [`${TRAIL_PATHS.licenses}/:id/revoke`],
    cors: false,
    work: 'write',
    handle: postLicenseRevoke,
  },
  { method: 'GET', base: 'trail', paths: [`${TRAIL_PATHS.licenses}/:id/proof`], cors: true, work: 'read', handle: getLicenseProof },

  {
    method: 'GET',
    base: 'trail',
    paths: [LOG_PATHS.checkpoint, `/log/${EPOCH}/checkpoint`],
    cors: 'every',
    work: 'read',
    handle: getLogCheckpoint,
  },
  { method: 'GET', base: 'trail', paths: [LOG_PATHS.keys], cors: 'every', work: 'read', handle: getLogKeys },
  {
    method: 'GET',
    base: 'trail',
    paths: ['/log/tile/:path{.+}', `/log/${EPOCH}/tile/:path{.+}`],
    cors: 'every',
    work: 'read',
    handle: getLogTile,
  },
  {
    method: 'GET',
    base: 'trail',
    paths: ['/log/timestamp/:name', `/log/${EPOCH}/timestamp/:name`],
    cors: 'every',
    work: 'read',
    handle: getLogTimestamp,
  },

  { method: 'GET', base: 'every', paths: [HEALTH_PATHS.live], cors: false, handle: getHealth },
  { method: 'GET', base: 'every', paths: [HEALTH_PATHS.ready], cors: false, handle: getReadiness },
]
