import type { KeyProtection } from '../crypto/key-protection.ts'
import type { ClaimedDelivery } from '../storage/webhook-deliveries.ts'

/** The content and the secrets of a webhook to sign. */
export interface UnsignedWebhook extends Pick<ClaimedDelivery, 'id' | 'secret' | 'formerSecret' | 'formerUntil'> {
  readonly body: string
  readonly endpointId: string
}

/** What the stored secret of an endpoint belongs to, for its encryption. */
export function purposeOfWebhook(endpointId: string): string {
  return `webhook ${endpointId}`
}

/**
 * Returns the headers of a webhook, as the Standard Webhooks specification requires. While a secret is replaced, both secrets sign.
 */
export async function signWebhook(
  { id, endpointId, secret, formerSecret, formerUntil, body }: UnsignedWebhook,
  { now, protection }: { readonly now: number; readonly protection: KeyProtection },
): Promise<Readonly<Record<string, string>>> {
  // Imported here, so that a service without endpoints does not load it.
  const { Webhook } = await import('standardwebhooks')
  const hasFormer = formerSecret !== null && formerUntil !== null && formerUntil > now
  const stored = hasFormer ? [secret, formerSecret] : [secret]
  const secrets = await Promise.all(stored.map((one) => protection.reveal(one, purposeOfWebhook(endpointId))))
  return {
    'content-type': 'application/json',
    'user-agent': 'Licet-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, new Date(now), body)).join(' '),
  }
}
