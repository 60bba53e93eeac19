import { isJsonObject, type JsonObject } from '../../core/json.ts'
import { TRAIL_PATHS } from '../../protocol/paths.ts'
import { inPath, inQuery, jsonResponse, operation } from './operation.ts'
import { createSchemas, listOf, schemaRef } from './schemas.ts'

const PREFERENCE_APPLIED = {
  'Preference-Applied': {
    required: false,
    description: 'Present when the request has this preference.',
    schema: { const: 'status=200' },
  },
}
const PAGE = jsonResponse('A page.', schemaRef('LicensePage'))

/** Licenses, which are below `trailUrl`. */
export function licensePaths(trailUrl: string): JsonObject {
  const trail = { servers: [{ url: trailUrl }] }
  const create = operation('createLicense', 'Store a license, or a revocation', {
    by: 'device',
    parameters: [
      {
        name: 'Prefer',
        in: 'header',
        description: '`status=200` answers a new license with 200 instead of 201 (RFC 7240).',
        schema: { type: 'string', examples: ['status=200'] },
      },
    ],
    body: schemaRef('LicenseRequest'),
    returns: {
      200: {
        ...jsonResponse(
          'This device has stored the same request before, or the request or the provider asks for this status. The stored license.',
          schemaRef('License'),
        ),
        headers: PREFERENCE_APPLIED,
      },
      201: jsonResponse('Stored.', schemaRef('License')),
    },
    fails: [409, 410, 429],
  })
  const verify = operation('verifyLicense', 'Check whether this device has an active license, and whether it covers a use', {
    by: 'device',
    body: schemaRef('VerifyLicense'),
    returns: { 200: jsonResponse('The result and its reason.', schemaRef('VerifiedLicense')) },
  })
  const permit = operation('permitLicense', 'Check whether people or devices permit a use, for servers', {
    by: 'reader',
    parameters: [inQuery('provider_id', 'Only licenses of this provider. Default: every provider of the organization.')],
    body: { oneOf: [schemaRef('PermitQuestion'), schemaRef('PermitQuestions')] },
    returns: {
      200: jsonResponse('The answer, or the answers in the order of the questions.', {
        oneOf: [schemaRef('PermitAnswer'), listOf('PermitAnswer')],
      }),
    },
  })
  const list = operation('listLicenses', 'List licenses of the device, or of the user’s organization', {
    by: 'deviceOrReader',
    parameters: [
      ...searchParameters(),
      inQuery('newest', 'SHA3-256 of the newest canonical request of the device, base64url. For devices, after a restore.'),
    ],
    returns: { 200: PAGE },
    fails: [400],
  })
  const search = operation('searchLicenses', 'List licenses of the user’s organization, with the filter in the body', {
    by: 'reader',
    body: schemaRef('SearchLicenses'),
    returns: { 200: PAGE },
  })
  const get = operation('getLicense', 'Get a license of the device, or of the user’s organization', {
    by: 'deviceOrReader',
    returns: { 200: jsonResponse('The license.', schemaRef('License')) },
    fails: [404],
  })
  const revoke = operation('revokeLicense', 'Revoke a license of the user’s organization without its device', {
    by: 'ender',
    body: schemaRef('RevokeLicense'),
    returns: { 200: jsonResponse('The license is revoked, now or before. Its record.', schemaRef('License')) },
    fails: [404, 409],
  })
  const stats = operation('getStats', 'Count the licenses of the user’s organization by provider, status, text and day', {
    by: 'reader',
    parameters: [inQuery('provider_id', 'Only licenses of this provider.'), inQuery('cursor', '`next` of the previous page.')],
    returns: { 200: jsonResponse('Counts of some licenses, newest first.', schemaRef('StatsPage')) },
    fails: [400],
  })
  return {
    [TRAIL_PATHS.stats]: { ...trail, get: stats },
    [TRAIL_PATHS.createLicense]: { ...trail, post: create },
    [TRAIL_PATHS.verifyLicense]: {
      ...trail,
      post: { ...verify, requestBody: { ...asObject(verify.requestBody), required: false } },
    },
    [TRAIL_PATHS.permitLicense]: { ...trail, post: permit },
    [TRAIL_PATHS.licenses]: { ...trail, get: list },
    [TRAIL_PATHS.searchLicenses]: { ...trail, post: search },
    [`${TRAIL_PATHS.licenses}/{id}`]: { ...trail, parameters: [inPath('id')], get },
    [`${TRAIL_PATHS.licenses}/{id}/revoke`]: { ...trail, parameters: [inPath('id')], post: revoke },
  }
}

/** The members of License Search, as parameters of the query. The filters are for API keys. */
function searchParameters(): readonly JsonObject[] {
  const members = Object.entries(asObject(asObject(createSchemas().SearchLicenses).properties))
  return members.map(([name, member]) => {
    const { description, ...schema } = asObject(member)
    return inQuery(name, String(description), schema)
  })
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {}
}
