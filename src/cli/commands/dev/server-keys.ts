import { isJsonObject } from '../../../core/json.ts'
import type { Service, Webhooks } from '../../../service/index.ts'
import { generateKey } from '../identity-key-create.ts'

/** What the server of the app needs. All values except the address and the ids are secrets. */
export interface ServerKeys {
  readonly variables: ReadonlyMap<string, string>
  /** Removes the keys that were created. Call it when nothing was written. */
  undo(): Promise<void>
}

interface ServerKeysOptions {
  readonly authUrl: string
  readonly providerId: string
  readonly userId: string
  /** The variables that the app has already. */
  readonly known: Readonly<Record<string, string | undefined>>
  /** Where events are sent. */
  readonly webhookUrl: string | undefined
}

/**
 * Returns an identity key, an API key and the secret of a webhook for the server of an app. Creates each that the app does not have, or that
 * the service no longer knows.
 */
export async function createServerKeys(
  { admin, webhooks }: Pick<Service, 'admin' | 'webhooks'>,
  options: ServerKeysOptions,
): Promise<ServerKeys> {
  const { authUrl, providerId, userId, known, webhookUrl } = options
  const undo: (() => Promise<unknown>)[] = []
  const variables = new Map([
    ['LICET_AUTH_URL', authUrl],
    ['LICET_PROVIDER_ID', providerId],
  ])
  const points = new Set((await admin.listIdentityKeys(providerId)).map(({ jwk }) => jwk.x))
  const identityKey = known.LICET_IDENTITY_KEY ?? ''
  if (points.has(pointOf(identityKey))) variables.set('LICET_IDENTITY_KEY', identityKey)
  else {
    const { publicJwk, privateJwk } = await generateKey()
    const { kid } = await admin.addIdentityKey(providerId, publicJwk)
    undo.push(() => admin.removeIdentityKey(providerId, kid))
    variables.set('LICET_IDENTITY_KEY', JSON.stringify(privateJwk))
  }
  variables.set('LICET_USER_ID', `user:${userId}`)
  const apiKey = known.LICET_API_KEY ?? ''
  const keys = await admin.listApiKeys(userId)
  if (keys.some(({ prefix, revoked }) => revoked === undefined && apiKey.startsWith(prefix))) variables.set('LICET_API_KEY', apiKey)
  else {
    const { id, key } = await admin.createApiKey({ userId, name: 'licet dev' })
    undo.push(() => admin.revokeApiKey(id))
    variables.set('LICET_API_KEY', key)
  }
  if (webhookUrl !== undefined) {
    const { secret, remove } = await findOrCreateWebhook(webhooks, providerId, webhookUrl, known.LICET_WEBHOOK_SECRET)
    variables.set('LICET_WEBHOOK_SECRET', secret)
    if (remove !== undefined) undo.push(remove)
  }
  return {
    variables,
    undo: async () => {
      for (const step of undo) await step()
    },
  }
}

/** Returns the coordinate `x` of a JWK as text, which identifies the key. Empty for another text. */
function pointOf(text: string): string {
  try {
    const jwk: unknown = JSON.parse(text)
    return isJsonObject(jwk) && typeof jwk.x === 'string' ? jwk.x : ''
  } catch {
    return ''
  }
}

async function findOrCreateWebhook(webhooks: Webhooks, providerId: string, url: string, known: string | undefined) {
  const found = (await webhooks.listEndpoints(providerId)).find((endpoint) => endpoint.url === new URL(url).href)
  if (found === undefined) {
    const { id, secret } = await webhooks.createEndpoint({ providerId, url, allowPrivate: true })
    return { secret, remove: () => webhooks.deleteEndpoint(id) }
  }
  // Nothing shows a secret again.
  return { secret: known ?? (await webhooks.rotateSecret(found.id, { overlapMs: 0 })).secret }
}
