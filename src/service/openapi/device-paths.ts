import type { JsonObject } from '../../core/json.ts'
import { ADDRESS_PAGE } from '../../core/page-sizes.ts'
import { AUTH_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { inPageLimit, inPath, inQuery, jsonBody, jsonResponse, SECURITY } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const ADDRESS_FILTER = [
  inQuery('address', 'The address of the device. This or `id` is required.'),
  inQuery('id', 'The app’s id of the person. This or `address` is required.'),
]

/** The addresses of devices: registration, list and erasure. */
export const DEVICE_PATHS: JsonObject = {
  [`${AUTH_PATHS.providers}/{providerId}/user`]: {
    parameters: [inPath('providerId')],
    post: {
      operationId: 'registerAddress',
      summary: 'Register a device; the same request again returns the same record',
      ...SECURITY.provider,
      parameters: [
        inQuery('grant', 'With `address` the response contains the first token of the device.', { const: 'address' }),
        inQuery(
          'repeats',
          'SHA-256 of the signature of a decision, base64url. If that decision was erased, nothing is registered.',
        ),
      ],
      requestBody: jsonBody(schemaRef('RegisterAddress')),
      responses: {
        200: jsonResponse('The device.', schemaRef('Registered')),
        ...errors('Problem', 400, 401, 403, 409, 410, 413, 415, 429),
      },
    },
    get: {
      operationId: 'listAddresses',
      summary: 'List devices of the provider, by address or by person',
      ...SECURITY.provider,
      parameters: [
        ...ADDRESS_FILTER,
        inQuery('cursor', '`cursor` of the `Link` of the previous page.'),
        inPageLimit('Maximum number of devices on the page.', ADDRESS_PAGE),
      ],
      responses: {
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
        ...errors('Problem', 400, 401, 403),
      },
    },
    delete: {
      operationId: 'deleteAddresses',
      summary: 'Erase a device, or every device of a person',
      ...SECURITY.user,
      parameters: ADDRESS_FILTER,
      responses: {
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
        ...errors('Problem', 400, 401, 403, 404),
      },
    },
  },
}
