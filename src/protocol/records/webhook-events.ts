import * as v from 'valibot'
import { REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import { described, oneOf, record, text, time, type Wire } from '../declare.ts'

const providerId = text('The id of the provider.')
const deviceId = text('A random id of the device. Events of one device are delivered in their order.')
const license = { licenseId: text('The id of the license.'), providerId, deviceId }
const expiry = time('The end of the license.')

/** Declares a {@link WebhookLicense}. */
export const WebhookLicenseRecord = record('The license that an event is about.', license)

/** The license that an event is about. Only random ids: fetch the license to read what was agreed. */
export type WebhookLicense = Wire<typeof WebhookLicenseRecord>

/** Declares the data of each event, by its type. */
export const WEBHOOK_EVENTS = {
  'license.created': record('A device has stored a license.', {
    ...license,
    expiry: v.exactOptional(expiry),
    supersedes: v.exactOptional(text('The id of the license that it replaced.')),
  }),
  'license.withdrawn': record('A license was withdrawn by its device, or revoked without it.', {
    ...license,
    requestedBy: oneOf(REVOCATION_REQUESTERS, 'Who asked for it.'),
    channel: text('`device` when the person withdrew in the app, otherwise the channel of the revocation.'),
  }),
  'license.superseded': record('A newer license of the device has replaced a license.', {
    ...license,
    supersededBy: text('The id of the newer license.'),
  }),
  'license.expired': record('A license has expired.', { ...license, expiry }),
  'license.reminder': record('A license ends soon, the period of the endpoint has passed, or you sent a reminder.', {
    ...license,
    reason: oneOf(
      ['ending', 'periodic', 'terms'],
      '`ending`: the license ends in `days` days. `periodic`, `terms`: the period of the endpoint has passed, or you sent a reminder.',
    ),
    days: v.exactOptional(described(v.picklist([30, 7]), 'Days before the end. Only with `ending`.', { type: 'integer' })),
    created: time('When the license was created.'),
    expiry: v.exactOptional(expiry),
  }),
  'device.erased': record('The erasure of a device is complete.', { providerId, deviceId }),
  'webhook.test': record('`licet webhook test` sent it.', { providerId }),
}

/** The data of each event, by its type. Times are RFC 3339 in UTC. */
export type WebhookData = { readonly [Type in keyof typeof WEBHOOK_EVENTS]: Wire<(typeof WEBHOOK_EVENTS)[Type]> }

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
