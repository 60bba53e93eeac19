import type { WebhookResult } from '../../protocol/records/webhooks.ts'
import { isPrivateHost } from './check-endpoint-url.ts'

/** A signed webhook to send. */
export interface WebhookRequest {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
  /** Whether the address may be private, such as another machine in the same network. */
  readonly allowPrivate: boolean
  readonly signal: AbortSignal
}

/** Sends a webhook with POST. Follows no redirect, and never rejects. */
export interface PostWebhook {
  (request: WebhookRequest): Promise<WebhookResult>
  /**
   * Whether it refuses a name that resolves to a private address. Without this check, API keys cannot add or test webhooks over
   * HTTP: such a webhook could reach the network of the service.
   */
  readonly checksAddresses?: boolean
}

/** How long a receiver may take for its response. */
export const WEBHOOK_TIMEOUT_MS = 15_000

/**
 * Sends a webhook with `fetch`, for platforms that have nothing else. Refuses IP addresses and names that are private. It cannot see which
 * address a name resolves to; `serve` can, and refuses private ones.
 */
export const postWithFetch: PostWebhook = async ({ url, headers, body, allowPrivate, signal }) => {
  if (!allowPrivate && isPrivateHost(new URL(url).hostname)) return { fault: 'private_address' }
  const timeout = AbortSignal.timeout(WEBHOOK_TIMEOUT_MS)
  try {
    const response = await fetch(url, {
      method: 'POST',
      headers,
      body,
      redirect: 'manual',
      credentials: 'omit',
      signal: AbortSignal.any([signal, timeout]),
    })
    // Only the status matters, so a large body is not read.
    await response.body?.cancel()
    return { status: response.status }
  } catch {
    return { fault: timeout.aborted ? 'timeout' : 'connection' }
  }
}
