import type { ClaimedDelivery } from '../storage/webhook-deliveries.ts'

/** The content and the secrets of a webhook to sign. */
export interface UnsignedWebhook extends Pick<ClaimedDelivery, 'id' | 'secret' | 'formerSecret' | 'formerUntil'> {
  readonly body: string
}

/**
 * Returns the headers of a webhook, as the Standard Webhooks specification requires. While a secret is replaced, both secrets sign.
 */
export async function signWebhook(
  { id, secret, formerSecret, formerUntil, body }: UnsignedWebhook,
  now: number,
): Promise<Readonly<Record<string, string>>> {
  // Imported here, so that a service without endpoints does not load it.
  const { Webhook } = await import('standardwebhooks')
  const hasFormer = formerSecret !== null && formerUntil !== null && formerUntil > now
  const secrets = hasFormer ? [secret, formerSecret] : [secret]
  return {
    'content-type': 'application/json',
    'user-agent': 'Licet-Webhooks',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((one) => new Webhook(one).sign(id, new Date(now), body)).join(' '),
  }
}
