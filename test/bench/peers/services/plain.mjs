// The limit of Node itself: a response without a signature at /, and one with a token that node:crypto signs at /token.
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { createServer } from 'node:http'

const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const head = encode({ alg: 'ES256', typ: 'at+jwt', kid: 'bench' })

function token() {
  const now = Math.floor(Date.now() / 1000)
  const input = `${head}.${encode({ iss: 'bench', sub: 'bench', iat: now, exp: now + 600, jti: randomUUID() })}`
  return `${input}.${sign('sha256', Buffer.from(input), { key: privateKey, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
}

const server = createServer((request, response) => {
  request.resume().on('end', () => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ access_token: request.url === '/token' ? token() : 'none', token_type: 'Bearer' }))
  })
})
server.listen(0, '127.0.0.1', () => console.log(JSON.stringify({ url: `http://127.0.0.1:${server.address().port}` })))
