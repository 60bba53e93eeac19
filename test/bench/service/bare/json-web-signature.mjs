// Compact JWS with ES256 of node:crypto, written plainly.
import { createPrivateKey, createPublicKey, sign, verify } from 'node:crypto'

const encode = (value) => Buffer.from(JSON.stringify(value)).toString('base64url')
const decode = (text) => JSON.parse(Buffer.from(text, 'base64url').toString())

/** Returns functions that sign and verify tokens with one key. */
export function createSigner(kid, privateJwk) {
  const key = createPrivateKey({ key: privateJwk, format: 'jwk' })
  const publicKey = createPublicKey(key)
  const headers = new Map()
  const headerOf = (typ) => {
    if (!headers.has(typ)) headers.set(typ, encode({ alg: 'ES256', typ, kid }))
    return headers.get(typ)
  }
  return {
    publicKey,
    sign(typ, claims) {
      const input = `${headerOf(typ)}.${encode(claims)}`
      return `${input}.${sign('sha256', Buffer.from(input), { key, dsaEncoding: 'ieee-p1363' }).toString('base64url')}`
    },
    /** Returns the claims of a token that this key signed, or `undefined`. */
    verify(typ, token) {
      const [head, body, tail, more] = token.split('.')
      if (!head || !body || !tail || more !== undefined) return undefined
      const header = decode(head)
      if (header.alg !== 'ES256' || header.typ !== typ || header.kid !== kid || 'crit' in header) return undefined
      const signature = Buffer.from(tail, 'base64url')
      const isValid = verify('sha256', Buffer.from(`${head}.${body}`), { key: publicKey, dsaEncoding: 'ieee-p1363' }, signature)
      return isValid ? decode(body) : undefined
    },
  }
}
