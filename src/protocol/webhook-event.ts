import type { RevocationRequester } from '../core/revocation.ts'

/** The license that an event is about. Only random ids: fetch the license to read what was agreed. */
export interface WebhookLicense {
  readonly licenseId: string
  readonly providerId: string
  /** A random id of the device. Events of one device are delivered in their order. */
  readonly deviceId: string
}

/** The data of each event, by its type. Times are RFC 3339 in UTC. */
export interface WebhookData {
  'license.created': WebhookLicense & {
    /** The end of the license, if it has one. */
    readonly expiry?: string
    /** The id of the license that it replaced. */
    readonly supersedes?: string
  }
  'license.withdrawn': WebhookLicense & {
    readonly requestedBy: RevocationRequester
    /** `device` when the person withdrew in the app, otherwise the channel of the revocation. */
    readonly channel: string
  }
  /** A newer license of the device replaced it. */
  'license.superseded': WebhookLicense & { readonly supersededBy: string }
  'license.expired': WebhookLicense & { readonly expiry: string }
  'license.reminder': WebhookLicense & {
    /** `ending`: the license ends in `days` days. `periodic`: the period of the endpoint has passed. */
    readonly reason: 'ending' | 'periodic'
    readonly days?: 30 | 7
    /** When the license was created. */
    readonly created: string
    readonly expiry?: string
  }
  /** The erasure of a device is complete. */
  'device.erased': { readonly providerId: string; readonly deviceId: string }
  /** `licet webhook test` sent it. */
  'webhook.test': { readonly providerId: string }
}

/**
 * The JSON that an endpoint receives. The headers `webhook-id`, `webhook-timestamp` and `webhook-signature` follow the Standard Webhooks
 * specification.
 *
 * @example
 * const event = webhook.verify(body, headers) as WebhookEvent
 * if (event.type === 'license.withdrawn') await stopUsing(event.data.licenseId)
 */
export type WebhookEvent = {
  readonly [Type in keyof WebhookData]: {
    readonly type: Type
    /** When it happened, RFC 3339 in UTC. */
    readonly timestamp: string
    readonly data: WebhookData[Type]
  }
}[keyof WebhookData]
