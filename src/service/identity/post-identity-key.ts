import { LicetError } from '../../core/errors.ts'
import { isJsonObject } from '../../core/json.ts'
import { CreateIdentityKey } from '../../protocol/records/accounts.ts'
import { createAdminOf } from '../accounts/create-admin.ts'
import { toActor } from '../audit/audit-event.ts'
import { authenticateProviderOwner } from '../auth/ownership.ts'
import { parseBody, parseRequestJson, readJsonBytes } from '../http/parse-body.ts'
import { respondJson } from '../http/respond-json.ts'
import type { RouteCall } from '../routing/route.ts'

/** Create Identity Key: adds a public key with which the backend of a provider signs identity tokens. The same key again is the same record. */
export async function postIdentityKey(call: RouteCall): Promise<Response> {
  const { context, request, params } = call
  const { providerId, user } = await authenticateProviderOwner(context, request, params.providerId)
  const bytes = await readJsonBytes(call)
  const members = parseRequestJson(bytes)
  if (isJsonObject(members) && 'd' in members) throw privateKeySent()
  const jwk = await parseBody({ ...call, body: async () => bytes }, CreateIdentityKey)
  return respondJson(await createAdminOf(context, toActor(user)).addIdentityKey(providerId, jwk), 201)
}

function privateKeySent(): LicetError<'invalid_key'> {
  return new LicetError(
    'invalid_key',
    'The JWK contains the private key, in its member d. Nothing was stored, and the key is no longer secret. Create another key, and send its public JWK.',
    { field: 'd' },
  )
}
