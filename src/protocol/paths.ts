/** Paths below `{auth_url}` (interface, section 4; wire decisions, section 1). */
export const AUTH_PATHS = {
  token: '/api/latest/auth/token',
  tokenAlias: '/api/latest/auth',
  revoke: '/api/latest/auth/revoke',
  oauthToken: '/oauth2/token',
  oauthRevoke: '/oauth2/revoke',
  oauthIntrospect: '/oauth2/introspect',
  jwks: '/.well-known/jwks.json',
  metadata: '/.well-known/oauth-authorization-server',
  profile: '/api/latest/profile',
  apiKeys: '/api/latest/profile/keys',
  users: '/api/latest/user',
  providers: '/api/latest/provider',
  provider: (providerId: string) => `/api/latest/provider/${encodeURIComponent(providerId)}`,
  addresses: (providerId: string) => `/api/latest/provider/${encodeURIComponent(providerId)}/user`,
  webhooks: (providerId: string) => `/api/latest/provider/${encodeURIComponent(providerId)}/webhook`,
  reminders: (providerId: string) => `/api/latest/provider/${encodeURIComponent(providerId)}/reminder`,
  webhook: (id: string) => `/api/latest/webhook/${encodeURIComponent(id)}`,
} as const

/** Paths below `{trail_url}`. */
export const TRAIL_PATHS = {
  createLicense: '/license/create',
  verifyLicense: '/license/verify',
  permitLicense: '/license/permit',
  licenses: '/license',
  searchLicenses: '/license/search',
  stats: '/stats',
  license: (id: string) => `/license/${encodeURIComponent(id)}`,
  revokeLicense: (id: string) => `/license/${encodeURIComponent(id)}/revoke`,
  licenseProof: (id: string) => `/license/${encodeURIComponent(id)}/proof`,
} as const

/** Paths below both URLs. */
export const HEALTH_PATHS = { live: '/healthz', ready: '/readyz' } as const
