import type { JsonObject } from '../../core/json.ts'
import { LICENSE_STATUSES } from '../../core/license.ts'
import { LICENSE_PAGE } from '../../core/page-sizes.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { errors } from './error-responses.ts'
import { inPageLimit, inPath, inQuery, jsonBody, jsonResponse, SECURITY } from './operation.ts'
import { listOf, schemaRef } from './schemas.ts'

const PREFERENCE_APPLIED = {
  'Preference-Applied': {
    required: false,
    description: 'Present when the request has this preference.',
    schema: { const: 'status=200' },
  },
}

/** Licenses, which are below `trailUrl`. */
export function licensePaths(trailUrl: string): JsonObject {
  const trail = { servers: [{ url: trailUrl }] }
  return {
    [TRAIL_PATHS.createLicense]: {
      ...trail,
      post: {
        operationId: 'createLicense',
        summary: 'Store a license, or a revocation',
        ...SECURITY.device,
        parameters: [
          {
            name: 'Prefer',
            in: 'header',
            description: '`status=200` answers a new license with 200 instead of 201 (RFC 7240).',
            schema: { type: 'string', examples: ['status=200'] },
          },
        ],
        requestBody: jsonBody(schemaRef('LicenseRequest')),
        responses: {
          200: {
            ...jsonResponse(
              'This device has stored the same request before, or the request or the provider asks for this status. The stored license.',
              schemaRef('License'),
            ),
            headers: PREFERENCE_APPLIED,
          },
          201: jsonResponse('Stored.', schemaRef('License')),
          ...errors('Problem', 400, 401, 403, 409, 410, 413, 415, 429),
        },
      },
    },
    [TRAIL_PATHS.verifyLicense]: {
      ...trail,
      post: {
        operationId: 'verifyLicense',
        summary: 'Check whether this device has an active license, and whether it covers a use',
        ...SECURITY.device,
        requestBody: { ...jsonBody(schemaRef('VerifyLicense')), required: false },
        responses: {
          200: jsonResponse('The result and its reason.', schemaRef('VerifiedLicense')),
          ...errors('Problem', 400, 401, 403, 413, 415),
        },
      },
    },
    [TRAIL_PATHS.permitLicense]: {
      ...trail,
      post: {
        operationId: 'permitLicense',
        summary: 'Check whether people or devices permit a use, for servers',
        ...SECURITY.reader,
        parameters: [inQuery('provider_id', 'Only licenses of this provider. Default: every provider of the organization.')],
        requestBody: jsonBody({ oneOf: [schemaRef('PermitQuestion'), schemaRef('PermitQuestions')] }),
        responses: {
          200: jsonResponse('The answer, or the answers in the order of the questions.', {
            oneOf: [schemaRef('PermitAnswer'), listOf('PermitAnswer')],
          }),
          ...errors('Problem', 400, 401, 403, 413, 415),
        },
      },
    },
    [TRAIL_PATHS.licenses]: {
      ...trail,
      get: {
        operationId: 'listLicenses',
        summary: 'List licenses of the device, or of the user’s organization',
        ...SECURITY.deviceOrReader,
        parameters: [
          inQuery('provider_id', 'Only licenses of this provider. For API keys, like the other filters.'),
          inQuery('ptr', 'Only licenses of this person, by the app’s id.'),
          inQuery('address', 'Only licenses of this device.'),
          inQuery('status', 'Only licenses of this status.', { enum: LICENSE_STATUSES }),
          inQuery('created_after', 'Only licenses that were stored after this time.', { type: 'string', format: 'date-time' }),
          inQuery('newest', 'SHA3-256 of the newest canonical request of the device, base64url. For devices, after a restore.'),
          inQuery('created_before', 'Only licenses that were stored before this time.', { type: 'string', format: 'date-time' }),
          inQuery('cursor', '`next` of the previous page.'),
          inPageLimit(
            'Maximum number of licenses on the page. It has fewer when they are large, and fewer or none when a filter selects few.',
            LICENSE_PAGE,
          ),
        ],
        responses: { 200: jsonResponse('A page.', schemaRef('LicensePage')), ...errors('Problem', 400, 401, 403) },
      },
    },
    [TRAIL_PATHS.searchLicenses]: {
      ...trail,
      post: {
        operationId: 'searchLicenses',
        summary: 'List licenses of the user’s organization, with the filter in the body',
        ...SECURITY.reader,
        requestBody: jsonBody(schemaRef('SearchLicenses')),
        responses: { 200: jsonResponse('A page.', schemaRef('LicensePage')), ...errors('Problem', 400, 401, 403, 413, 415) },
      },
    },
    [`${TRAIL_PATHS.licenses}/{id}`]: {
      ...trail,
      parameters: [inPath('id')],
      get: {
        operationId: 'getLicense',
        summary: 'Get a license of the device, or of the user’s organization',
        ...SECURITY.deviceOrReader,
        responses: { 200: jsonResponse('The license.', schemaRef('License')), ...errors('Problem', 401, 403, 404) },
      },
    },
    [`${TRAIL_PATHS.licenses}/{id}/revoke`]: {
      ...trail,
      parameters: [inPath('id')],
      post: {
        operationId: 'revokeLicense',
        summary: 'Revoke a license of the user’s organization without its device',
        ...SECURITY.user,
        requestBody: jsonBody(schemaRef('RevokeLicense')),
        responses: {
          200: jsonResponse('The license is revoked, now or before. Its record.', schemaRef('License')),
          ...errors('Problem', 400, 401, 403, 404, 409, 413, 415),
        },
      },
    },
  }
}
