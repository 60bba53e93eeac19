import type { JsonObject } from '../../core/json.ts'
import { REVOCATION_REQUESTERS } from '../../core/revocation.ts'
import type { WebhookData } from '../../protocol/webhook-event.ts'
import { jsonBody } from './operation.ts'
import { object, oneOf, text, time } from './schema-builders.ts'

const providerId = text('The id of the provider.')
const deviceId = text('A random id of the device. Events of one device are delivered in their order.')
const license = { licenseId: text('The id of the license.'), providerId, deviceId }
const expiry = time('The end of the license.')

const DATA = {
  'license.created': object(
    'A device has stored a license.',
    { ...license, expiry, supersedes: text('The id of the license that it replaced.') },
    'expiry',
    'supersedes',
  ),
  'license.withdrawn': object('A license was withdrawn by its device, or revoked without it.', {
    ...license,
    requestedBy: oneOf('Who asked for it.', REVOCATION_REQUESTERS),
    channel: text('`device`, or the channel of the revocation.'),
  }),
  'license.superseded': object('A newer license of the device has replaced a license.', {
    ...license,
    supersededBy: text('The id of the newer license.'),
  }),
  'license.expired': object('The end of a license has come.', { ...license, expiry }),
  'license.reminder': object(
    'A license ends soon, or the period of the endpoint has passed.',
    {
      ...license,
      reason: oneOf('Why it is sent.', ['ending', 'periodic']),
      days: { type: 'integer', enum: [30, 7], description: 'Days before the end. Only with `ending`.' },
      created: time('When the license was created.'),
      expiry,
    },
    'days',
    'expiry',
  ),
  'device.erased': object('The erasure of a device is complete.', { providerId, deviceId }),
  'webhook.test': object('`licet webhook test` sent it.', { providerId }),
} satisfies Readonly<Record<keyof WebhookData, JsonObject>>

const header = (name: string, description: string) => ({
  name,
  in: 'header',
  required: true,
  description,
  schema: { type: 'string' },
})

const HEADERS = [
  header('webhook-id', 'Id of the event, the same for each attempt.'),
  header('webhook-timestamp', 'When this attempt was signed, in seconds since the epoch.'),
  header('webhook-signature', 'Signatures of the Standard Webhooks specification, separated by blanks.'),
]

/** The requests that the service sends to endpoints. */
export const WEBHOOKS: JsonObject = Object.fromEntries(
  Object.entries(DATA).map(([type, data]) => {
    const event = object('An event.', { type: { const: type }, timestamp: time('When it happened.'), data })
    const responses = { '2XX': { description: 'Delivered. With any other response, the event is sent again.' } }
    return [
      type,
      { post: { summary: `${data.description}`, security: [], parameters: HEADERS, requestBody: jsonBody(event), responses } },
    ]
  }),
)
