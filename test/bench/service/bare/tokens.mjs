// The token endpoint of the straight-line server.
import { createHash, createPublicKey, timingSafeEqual, verify } from 'node:crypto'
import { createId } from './create-id.mjs'

const SCOPES = { user: ['account:admin'], provider: ['account:provider', 'trail', 'publish'], address: [] }
const LIFETIME = 600
const REFRESH_LIFETIME = 30 * 86_400

export function createTokenOperations({ query, signer, issuer }) {
  const keys = new Map()
  const keyOf = (spki) => {
    const name = spki.toString('latin1')
    if (!keys.has(name)) keys.set(name, createPublicKey({ key: spki, format: 'der', type: 'spki' }))
    return keys.get(name)
  }

  const seconds = () => Math.floor(Date.now() / 1000)
  const shared = (clientId) => ({ iss: issuer, aud: issuer, sub: clientId, client_id: clientId })
  const accessToken = (clientId, scp, lifetime, more) => {
    const iat = seconds()
    return signer.sign('at+jwt', { ...shared(clientId), iat, exp: iat + lifetime, jti: createId(), scp, ...more })
  }
  const refreshToken = (clientId, chain, jti, more, chainStart) => {
    const iat = seconds()
    return signer.sign('rt+jwt', {
      ...shared(clientId),
      iat,
      exp: iat + REFRESH_LIFETIME,
      jti,
      chain,
      chain_iat: chainStart ?? iat,
      ...more,
    })
  }
  const respond = (access_token, scopes, lifetime, refresh_token) => [
    200,
    JSON.stringify({ access_token, scope: scopes.join(' '), token_type: 'Bearer', expires_in: lifetime * 1000, refresh_token }),
  ]

  async function checkUser(id, secret) {
    const hash = createHash('sha256').update(secret).digest()
    const [key] = await query('api-key', 'SELECT id, user_id FROM licet.api_keys WHERE hash = $1 AND revoked IS NULL', [hash])
    if (key === undefined || key.user_id !== id) throw 401
    return { key: key.id }
  }

  async function checkProvider(id, secret) {
    const [provider] = await query('provider', 'SELECT pub_key FROM licet.providers WHERE id = $1 AND deleted IS NULL', [id])
    const sent = Buffer.from(secret, 'base64')
    if (provider === undefined || sent.length !== provider.pub_key.length || !timingSafeEqual(sent, provider.pub_key)) throw 401
    return {}
  }

  async function checkDevice(id, secret, address) {
    const [device] = await query(
      'device-key',
      `SELECT a.spki, a.registration FROM licet.addresses a JOIN licet.providers p ON p.id = a.provider_id
       WHERE a.provider_id = $1 AND a.address = $2 AND p.deleted IS NULL`,
      [id, address],
    )
    if (device === undefined) throw 401
    if (!verify('sha256', Buffer.from(address), keyOf(device.spki), Buffer.from(secret, 'base64'))) throw 401
    return { reg: device.registration }
  }

  const CHECKS = { user: checkUser, provider: checkProvider, address: checkDevice }

  async function grantCredentials(form) {
    const clientId = form.get('client_id') ?? ''
    const [type, id, address] = clientId.split(':')
    const scopes = SCOPES[type]
    const lifetime = Number(form.get('expires') ?? LIFETIME)
    if (scopes === undefined || !(lifetime > 0 && lifetime <= 86_400)) throw 400
    const more = await CHECKS[type](id, form.get('client_secret') ?? '', address)
    const access = accessToken(clientId, scopes, lifetime, more)
    if (type === 'user') return respond(access, scopes, lifetime)
    const chain = createId()
    return respond(access, scopes, lifetime, refreshToken(clientId, chain, chain, { scope: scopes.join(' '), lifetime, ...more }))
  }

  /** The first use stores the chain, every later use moves it on. Both are one committed statement. */
  async function grantRefresh(form) {
    const claims = signer.verify('rt+jwt', form.get('refresh_token') ?? '')
    if (claims === undefined || claims.iss !== issuer || claims.aud !== issuer || claims.exp <= seconds()) throw 400
    const { chain, jti, client_id: clientId } = claims
    const next = createId()
    const now = new Date()
    const expires = new Date(now.getTime() + REFRESH_LIFETIME * 1000)
    const [, provider, address] = clientId.split(':')
    const [row] =
      chain === jti
        ? await query(
            'refresh-first',
            `INSERT INTO licet.refresh_chains AS c (id, jti, client_id, provider_id, scope, lifetime, created, expires, holder)
             SELECT $1, $2, $3, p.id, $5, $6, $7, $8, coalesce($9::text, p.id::text)
             FROM licet.providers p LEFT JOIN licet.addresses a
               ON a.provider_id = p.id AND a.address = $9 AND a.registration = $10::uuid
             WHERE p.id = $4 AND p.deleted IS NULL AND ($9::text IS NULL OR a.address IS NOT NULL)
             ON CONFLICT (id, holder) DO UPDATE SET revoked = $7 WHERE c.revoked IS NULL
             RETURNING c.revoked IS NULL AS fresh, c.scope, c.lifetime, $10::uuid AS reg`,
            [chain, next, clientId, provider, claims.scope, claims.lifetime, now, expires, address, claims.reg],
          )
        : await query(
            'refresh-later',
            `UPDATE licet.refresh_chains c
             SET jti = CASE WHEN c.jti = $2 THEN $3 ELSE c.jti END,
                 expires = CASE WHEN c.jti = $2 THEN $5::timestamptz ELSE c.expires END,
                 revoked = CASE WHEN c.jti = $2 THEN NULL ELSE $4::timestamptz END
             FROM licet.providers p LEFT JOIN licet.addresses a ON a.provider_id = p.id AND a.address = $6
             WHERE c.id = $1 AND c.holder = coalesce($6::text, p.id::text) AND c.revoked IS NULL AND c.expires > $4::timestamptz AND p.id = c.provider_id AND p.deleted IS NULL
               AND ($6::text IS NULL OR a.address IS NOT NULL)
             RETURNING c.revoked IS NULL AS fresh, c.scope, c.lifetime, a.registration AS reg`,
            [chain, jti, next, now, expires, address],
          )
    if (row === undefined || !row.fresh) throw 400
    const scopes = row.scope === '' ? [] : row.scope.split(' ')
    const more = row.reg === null ? {} : { reg: row.reg }
    return respond(
      accessToken(clientId, scopes, row.lifetime, more),
      scopes,
      row.lifetime,
      refreshToken(clientId, chain, next, {}, claims.chain_iat),
    )
  }

  return {
    grant({ text }) {
      const form = new URLSearchParams(text)
      return form.get('grant_type') === 'refresh_token' ? grantRefresh(form) : grantCredentials(form)
    },
  }
}
