// The license operations of the straight-line server.
import { createHash, createPublicKey, verify } from 'node:crypto'
import { createId } from './create-id.mjs'

const CLOCK_SKEW_SECONDS = 60
const MAX_PAGE_BYTES = 512_000

const RECORD = `l.id, l.provider_id, l.address, coalesce(t.text, '') AS terms, coalesce(l.terms_hash, l.erased_terms_hash) AS terms_hash,
  l.request, l.terms_at, l.signature, l.expiry, l.supersedes, l.created, l.receipt, l.vouched,
  (SELECT s.status FROM licet.license_transitions s
   WHERE s.provider_id = l.provider_id AND s.registration = l.registration AND s.license_id = l.id ORDER BY s.step DESC LIMIT 1) AS status`
/** The licenses of the device of the token. */
const OF_DEVICE = 'l.provider_id = a.provider_id AND l.registration = a.registration'
const TERMS = 'LEFT JOIN licet.terms t ON t.hash = coalesce(l.terms_hash, l.erased_terms_hash)'
/** The device of the token. Each statement starts from its row, so that an erased device is refused without a second statement. */
const DEVICE = `licet.addresses a JOIN licet.providers p ON p.id = a.provider_id AND p.deleted IS NULL`
const IS_DEVICE = 'a.provider_id = $1 AND a.address = $2 AND a.registration = $3'

const INSERT = `WITH text AS (
    INSERT INTO licet.terms (hash, text) VALUES ($6, $7) ON CONFLICT (hash) DO NOTHING
  ), license AS (
    INSERT INTO licet.licenses (id, provider_id, address, ptr, request_hash, terms_hash, suite, request, signature, expiry,
      created, receipt, uses, terms_at, registration, new_terms)
    VALUES ($1, $2, $3, $4, $5, $6, 'licet-1', $8, $9, $10::timestamptz, $11::timestamptz, $12, $13::text::jsonb, $14, $15,
      NOT EXISTS (
        SELECT 1 FROM licet.licenses k
        WHERE k.provider_id = $2 AND k.registration = $15 AND k.terms_hash = $6))
    ON CONFLICT (request_hash, provider_id, registration) WHERE address IS NOT NULL DO NOTHING RETURNING id
  ), open AS (
    INSERT INTO licet.open_licenses (provider_id, registration, license_id, ptr, vouched, uses_bytes, expiry, read_order)
    SELECT $2, $15, id, $4, false, octet_length($13::text), $10::timestamptz, 0 FROM license
  )
  INSERT INTO licet.license_transitions (provider_id, registration, license_id, step, status, at)
  SELECT $2, $15, id, 1, 'active', $11::timestamptz FROM license RETURNING license_id`

const sha3 = (data) => createHash('sha3-256').update(data).digest()
const isText = (value) => typeof value === 'string' && value !== ''
const isWords = (value) => Array.isArray(value) && value.every(isText)

/** Writes a value as RFC 8785 requires, for values that JSON.parse returned. */
function canonicalize(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonicalize).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((name) => `${JSON.stringify(name)}:${canonicalize(value[name])}`)
  return `{${members.join(',')}}`
}

/** Writes the record of a license from its stored request and its text. */
function toRecord(row) {
  const request = row.request
  const isExpired = row.status === 'active' && row.expiry !== null && row.expiry.getTime() <= Date.now()
  const added = {
    termsHash: row.terms_hash,
    signature: row.signature,
    timestamp: row.created.toISOString(),
    status: isExpired ? 'expired' : row.status,
    ...(row.supersedes === null ? {} : { supersedes: row.supersedes }),
    vouched: row.vouched,
    receipt: row.receipt,
  }
  const head = JSON.stringify({ id: row.id, providerId: row.provider_id, address: row.address ?? '' }).slice(0, -1)
  const before = request.toString('utf8', 1, row.terms_at)
  const after = request.toString('utf8', row.terms_at + 2, request.length - 1)
  return `${head},${before}${JSON.stringify(row.terms)}${after},${JSON.stringify(added).slice(1)}`
}

export function createLicenseOperations({ query, signer, issuer }) {
  const keys = new Map()
  const keyOf = (spki) => {
    const name = spki.toString('latin1')
    if (!keys.has(name)) keys.set(name, createPublicKey({ key: spki, format: 'der', type: 'spki' }))
    return keys.get(name)
  }

  /** Verifies the bearer token of a kind of client, and returns its claims. */
  function verifyToken(headers, kind) {
    const token = /^Bearer (.+)$/.exec(headers.authorization ?? '')?.[1]
    const claims = token && signer.verify('at+jwt', token)
    const now = Date.now() / 1000
    if (!claims || claims.iss !== issuer || claims.aud !== issuer || claims.sub !== claims.client_id) throw 401
    if (claims.iat > now + CLOCK_SKEW_SECONDS || claims.exp <= now) throw 401
    if (!claims.sub.startsWith(`${kind}:`)) throw 403
    return claims
  }

  /** Verifies the bearer token, and returns provider, address and registration of its device. */
  function authenticate(headers) {
    const claims = verifyToken(headers, 'address')
    const [, providerId, address] = claims.sub.split(':')
    return [providerId, address, claims.reg]
  }

  async function create({ text, headers }) {
    const [providerId, address, registration] = authenticate(headers)
    const [device] = await query('device', `SELECT a.spki FROM ${DEVICE} WHERE ${IS_DEVICE}`, [providerId, address, registration])
    if (device === undefined) throw 401

    const license = JSON.parse(text)
    const { ptr, origin, terms, description, tags, uses, expiry } = license
    const isUses = Array.isArray(uses) && uses.every((use) => isWords(use.usecases) && isWords(use.destinations))
    if (![ptr, origin, terms, license.signature].every(isText) || typeof description !== 'string' || !isWords(tags) || !isUses)
      throw 422
    if (expiry !== undefined && !(Date.parse(expiry) > Date.now())) throw 422

    const names = Object.keys(license)
      .filter((name) => name !== 'signature')
      .sort()
    const write = (name) => `${JSON.stringify(name)}:${canonicalize(license[name])}`
    const at = names.indexOf('terms')
    const before = `{${[...names.slice(0, at).map(write), '"terms":'].join(',')}`
    const after = `${['', ...names.slice(at + 1).map(write)].join(',')}}`
    const digest = sha3(`${before}${JSON.stringify(terms)}${after}`)
    if (!verify('sha256', digest, keyOf(device.spki), Buffer.from(license.signature, 'base64'))) throw 422

    const requestHash = digest.toString('base64url')
    const created = new Date()
    const row = {
      id: createId(),
      provider_id: providerId,
      address,
      terms,
      terms_hash: sha3(terms).toString('base64url'),
      request: Buffer.from(`${before}""${after}`),
      terms_at: Buffer.byteLength(before),
      signature: license.signature,
      expiry: expiry === undefined ? null : new Date(expiry),
      supersedes: null,
      created,
      status: 'active',
      vouched: false,
    }
    const iat = Math.floor(created.getTime() / 1000)
    const claims = { iss: issuer, sub: address, iat, lic: row.id, req: requestHash, terms: row.terms_hash, status: row.status }
    row.receipt = signer.sign('license-receipt+jwt', claims)
    const values = [
      row.id,
      providerId,
      address,
      ptr,
      requestHash,
      row.terms_hash,
      terms,
      row.request,
      row.signature,
      row.expiry,
      created,
    ]
    const [stored] = await query('insert', INSERT, [...values, row.receipt, JSON.stringify(uses), row.terms_at, registration])
    if (stored !== undefined) return [201, toRecord(row)]
    const [known] = await query(
      'by-request',
      `SELECT ${RECORD} FROM licet.licenses l ${TERMS} 
       WHERE l.provider_id = $1 AND l.registration = $2 AND l.address IS NOT NULL AND l.request_hash = $3`,
      [providerId, registration, requestHash],
    )
    return [200, toRecord(known)]
  }

  async function verifyUse({ text, headers }) {
    const device = authenticate(headers)
    const { usecase, destination } = JSON.parse(text)
    if (!isText(usecase) || !isText(destination)) throw 422
    const patterns = [usecase, '*'].flatMap((use) =>
      [destination, '*'].map((where) => JSON.stringify([{ usecases: [use], destinations: [where] }])),
    )
    const [found] = await query(
      'verify',
      `SELECT bool_or(l.id IS NOT NULL) AS active, coalesce(bool_or(l.uses @> ANY ($4::text[]::jsonb[])), false) AS covered
       FROM ${DEVICE}
       LEFT JOIN licet.open_licenses o ON o.provider_id = a.provider_id AND o.registration = a.registration
       LEFT JOIN licet.licenses l ON ${OF_DEVICE} AND l.id = o.license_id AND (l.expiry IS NULL OR l.expiry > $5)
       WHERE ${IS_DEVICE} GROUP BY a.registration`,
      [...device, patterns, new Date()],
    )
    if (found === undefined) throw 401
    const reason = found.active ? (found.covered ? 'licensed' : 'not_covered') : 'no_active_license'
    return [200, JSON.stringify({ verified: reason === 'licensed', reason })]
  }

  async function permit({ text, headers }) {
    const { sub, key, scp } = verifyToken(headers, 'user')
    if (!scp.includes('account:admin')) throw 403
    const { address, usecase } = JSON.parse(text)
    if (!isText(address) || !isText(usecase)) throw 422
    const patterns = [usecase, '*'].map((use) => JSON.stringify([{ usecases: [use] }]))
    const [found] = await query(
      'permit',
      `SELECT f.* FROM licet.users u JOIN licet.api_keys k ON k.user_id = u.id AND k.revoked IS NULL
       LEFT JOIN LATERAL (
         SELECT l.id, l.expiry, o.vouched, l.uses @> ANY ($4::text[]::jsonb[]) AS covered
         FROM licet.providers p JOIN licet.addresses a ON a.provider_id = p.id AND a.address = $3
         JOIN licet.open_licenses o ON o.provider_id = a.provider_id AND o.registration = a.registration
         JOIN licet.licenses l ON ${OF_DEVICE} AND l.id = o.license_id AND (l.expiry IS NULL OR l.expiry > $5)
         WHERE p.org_id = u.org_id AND p.deleted IS NULL ORDER BY covered DESC, o.vouched DESC, o.license_id LIMIT 1
       ) f ON true WHERE u.id = $1 AND k.id = $2`,
      [sub.slice('user:'.length), key, address, patterns, new Date()],
    )
    if (found === undefined) throw 401
    const { id, expiry, vouched, covered } = found
    if (!covered)
      return [200, JSON.stringify({ permitted: false, reason: id === null ? 'no_active_license' : 'not_covered', vouched: false })]
    const license = { id, ...(expiry === null ? {} : { expiry: expiry.toISOString() }) }
    return [200, JSON.stringify({ permitted: true, reason: 'licensed', license, vouched })]
  }

  async function get({ headers, id }) {
    const device = authenticate(headers)
    const [row] = await query(
      'get',
      `SELECT ${RECORD} FROM ${DEVICE}
       LEFT JOIN licet.licenses l ON ${OF_DEVICE} AND l.id = $4 ${TERMS}
       WHERE ${IS_DEVICE}`,
      [...device, id],
    )
    if (row === undefined) throw 401
    if (row.id === null) throw 404
    return [200, toRecord(row)]
  }

  async function list({ headers, search }) {
    const device = authenticate(headers)
    const limit = Number(new URLSearchParams(search).get('limit') ?? 20)
    if (!(limit >= 1 && limit <= 100)) throw 400
    const rows = await query(
      'list',
      `SELECT ${RECORD} FROM ${DEVICE} LEFT JOIN LATERAL (
         SELECT * FROM licet.licenses l WHERE ${OF_DEVICE} AND l.address <> '' ORDER BY position DESC LIMIT $4
       ) l ON true ${TERMS} WHERE ${IS_DEVICE} ORDER BY l.position DESC`,
      [...device, limit + 1],
    )
    if (rows.length === 0) throw 401
    const records = []
    let bytes = 0
    for (const row of rows.slice(0, limit)) {
      if (row.id === null) break
      const record = toRecord(row)
      bytes += Buffer.byteLength(record)
      if (records.length > 0 && bytes > MAX_PAGE_BYTES) break
      records.push(record)
    }
    const next = records.length < rows.length && rows[0].id !== null ? `,"next":"${rows[records.length - 1].id}"` : ''
    return [200, `{"licenses":[${records.join(',')}]${next}}`]
  }

  return { create, verify: verifyUse, permit, get, list }
}
