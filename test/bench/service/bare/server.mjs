// The straight-line server: node:http, node:crypto and pg, each operation written down once. It reads the tables of the service and signs
// with its key, so both accept each other's tokens. It does what a request needs and has no limits, quotas, events, CORS or key rotation.
import { createServer } from 'node:http'
import { env } from 'node:process'
import pg from 'pg'
import { createSigner } from './json-web-signature.mjs'
import { createLicenseOperations } from './licenses.mjs'
import { createTokenOperations } from './tokens.mjs'

const MAX_BODY_BYTES = 256 * 1024
const pool = new pg.Pool({ connectionString: env.DATABASE_URL, max: 10 })
pool.on('error', () => undefined)
const { rows } = await pool.query('SELECT kid, private_jwk FROM licet.signing_keys WHERE retired IS NULL')
const issuer = env.ISSUER
const signer = createSigner(rows[0].kid, JSON.parse(rows[0].private_jwk))

/** Runs one prepared statement and returns its rows. */
const query = async (name, text, values) => (await pool.query({ name, text, values })).rows

const tokens = createTokenOperations({ query, signer, issuer })
const licenses = createLicenseOperations({ query, signer, issuer })
const keySet = JSON.stringify({
  keys: [{ ...signer.publicKey.export({ format: 'jwk' }), kid: rows[0].kid, use: 'sig', alg: 'ES256' }],
})

const OPERATIONS = {
  'GET /.well-known/jwks.json': () => [200, keySet],
  'POST /api/latest/auth': tokens.grant,
  'POST /license/create': licenses.create,
  'POST /license/verify': licenses.verify,
  'POST /license/permit': licenses.permit,
  'GET /license': licenses.list,
  'GET /license/:id': licenses.get,
}

async function readBody(request) {
  const chunks = []
  let bytes = 0
  for await (const chunk of request) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw 413
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString()
}

const server = createServer(async (request, response) => {
  const [path, search] = request.url.split('?')
  const id = path.startsWith('/license/') && request.method === 'GET' ? path.slice('/license/'.length) : undefined
  const operation = OPERATIONS[`${request.method} ${id === undefined ? path : '/license/:id'}`]
  let status = 404
  let body = '{}'
  try {
    const text = request.method === 'POST' ? await readBody(request) : ''
    if (operation) [status, body] = await operation({ text, headers: request.headers, id, search })
  } catch (error) {
    if (typeof error !== 'number') console.error(error)
    status = typeof error === 'number' ? error : 500
  }
  response.writeHead(status, {
    'content-type': 'application/json',
    'cache-control': 'no-store',
    'x-content-type-options': 'nosniff',
    'content-length': Buffer.byteLength(body),
  })
  response.end(body)
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
