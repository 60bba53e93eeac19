import type { JsonObject } from '../../core/json.ts'
import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { inPath, inQuery, jsonResponse, operation } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const ADDRESS_FILTER = [
  inQuery('address', 'The address of the device. This or `id` is required.'),
  inQuery('id', 'The app’s id of the person. This or `address` is required.'),
]

/** The addresses of devices: registration, list and erasure. */
export const DEVICE_PATHS: JsonObject = {
  [`${AUTH_PATHS.providers}/{providerId}/user`]: {
    parameters: [inPath('providerId')],
    post: operation('registerAddress', 'Register a device; the same request again returns the same record', {
      by: 'provider',
      parameters: [
        inQuery('grant', 'With `address` the response contains the first token of the device.', { const: 'address' }),
        inQuery(
          'repeats',
          'SHA-256 of the signature of a decision, base64url. If that decision was erased, nothing is registered.',
        ),
      ],
      body: schemaRef('RegisterAddress'),
      returns: { 200: jsonResponse('The device.', schemaRef('Registered')) },
      fails: [409, 410, 429],
    }),
    get: operation('listAddresses', 'List devices of the provider, by address or by person', {
      by: 'providerOrReader',
      parameters: [
        ...ADDRESS_FILTER,
        inQuery('cursor', '`cursor` of the `Link` of the previous page.'),
        inQuery('limit', 'Maximum number of devices on the page.', {
          type: 'integer',
          minimum: 1,
          maximum: ADDRESS_PAGE.max,
          default: ADDRESS_PAGE.default,
        }),
      ],
      returns: {
        200: {
          ...jsonResponse('A page of devices, newest first.', listOf('Address')),
          headers: {
            Link: {
              description: 'The query of the next page, if one follows: `<?…>; rel="next"`.',
              required: false,
              schema: { type: 'string' },
            },
          },
        },
      },
      fails: [400, 404],
    }),
    delete: operation('deleteAddresses', 'Erase a device, or every device of a person', {
      by: 'user',
      parameters: ADDRESS_FILTER,
      returns: {
        204: {
          description: 'Nothing that matches is left. The header has how many were erased.',
          headers: {
            'Licet-Erased': {
              description: 'The number of devices and licenses that this request erased: `devices=1, licenses=2`.',
              required: true,
              schema: { type: 'string' },
            },
          },
        },
      },
      fails: [400, 404],
    }),
  },
}
