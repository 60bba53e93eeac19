/**
 * The script of a receipt page: checks the service's signature with WebCrypto, that terms and request are those that were signed,
 * and that what stands on the page to read is what was checked.
 *
 * Plain text, so that no bundler renames or splits it: its hash is in the page's policy. SHA-3 is FIPS 202 on 64-bit integers, canonical
 * JSON is RFC 8785; both are small here because speed does not matter.
 */
export const RECEIPT_SCRIPT = `
'use strict'
const { license, keys, facts, texts } = JSON.parse(document.getElementById('data').textContent)
const utf8 = (text) => new TextEncoder().encode(text)
const fromBase64Url = (text) => Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (c) => c.charCodeAt(0))
const toBase64Url = (bytes) => btoa(String.fromCharCode(...bytes)).replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
function canonical(value) {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return '[' + value.map(canonical).join(',') + ']'
  return '{' + Object.keys(value).sort().map((name) => JSON.stringify(name) + ':' + canonical(value[name])).join(',') + '}'
}
function sha3(bytes) {
  const MASK = (1n << 64n) - 1n, RATE = 136
  const turn = (word, by) => ((word << BigInt(by)) | (word >> BigInt(64 - by))) & MASK
  const padded = new Uint8Array(Math.ceil((bytes.length + 1) / RATE) * RATE)
  padded.set(bytes)
  padded[bytes.length] = 6
  padded[padded.length - 1] |= 128
  const view = new DataView(padded.buffer)
  let a = new Array(25).fill(0n)
  let lfsr = 1
  const constants = Array.from({ length: 24 }, () => {
    let constant = 0n
    for (let j = 0; j < 7; j++) {
      if (lfsr & 1) constant |= 1n << BigInt((1 << j) - 1)
      lfsr = lfsr & 128 ? (lfsr << 1) ^ 0x171 : lfsr << 1
    }
    return constant
  })
  for (let block = 0; block < padded.length; block += RATE) {
    for (let i = 0; i < RATE / 8; i++) a[i] ^= view.getBigUint64(block + i * 8, true)
    for (const constant of constants) {
      const c = [0, 1, 2, 3, 4].map((x) => a[x] ^ a[x + 5] ^ a[x + 10] ^ a[x + 15] ^ a[x + 20])
      const d = [0, 1, 2, 3, 4].map((x) => c[(x + 4) % 5] ^ turn(c[(x + 1) % 5], 1))
      a = a.map((word, i) => word ^ d[i % 5])
      const b = [...a]
      let x = 1, y = 0
      for (let t = 0; t < 24; t++) {
        const next = (2 * x + 3 * y) % 5
        b[y + 5 * next] = turn(a[x + 5 * y], (((t + 1) * (t + 2)) / 2) % 64)
        x = y
        y = next
      }
      a = b.map((word, i) => word ^ (~b[(i % 5 + 1) % 5 + i - (i % 5)] & MASK & b[(i % 5 + 2) % 5 + i - (i % 5)]))
      a[0] ^= constant
    }
  }
  const out = new DataView(new ArrayBuffer(32))
  for (let i = 0; i < 4; i++) out.setBigUint64(i * 8, a[i], true)
  return new Uint8Array(out.buffer)
}
let issuer = ''
async function check() {
  const [head, body, signature] = license.receipt.split('.')
  const { alg, kid, typ } = JSON.parse(new TextDecoder().decode(fromBase64Url(head)))
  const claims = JSON.parse(new TextDecoder().decode(fromBase64Url(body)))
  const key = keys.find((one) => one.kid === kid)
  if (key === undefined) return keys.length === 0 ? 'unchecked' : 'invalid'
  if (alg !== 'ES256' || typ !== 'license-receipt+jwt') return 'invalid'
  const curve = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const { kty, crv, x, y } = key
  const verifier = await crypto.subtle.importKey('jwk', { kty, crv, x, y }, curve, false, ['verify'])
  if (!(await crypto.subtle.verify(curve, verifier, fromBase64Url(signature), utf8(head + '.' + body)))) return 'invalid'
  const signed = ['ptr', 'origin', 'terms', 'description', 'tags', 'uses', 'expiry']
  const request = Object.fromEntries(Object.entries(license).filter(([name]) => signed.includes(name) || name.startsWith('x-')))
  const read = [...document.querySelectorAll('dt, dd')].map((place) => place.textContent)
  const fits =
    read.length === facts.length && read.every((text, i) => text === facts[i]) &&
    document.querySelector('pre').textContent === license.terms &&
    Math.floor(Date.parse(license.timestamp) / 1000) === claims.iat &&
    claims.terms === toBase64Url(sha3(utf8(license.terms))) &&
    claims.req === toBase64Url(sha3(utf8(canonical(request)))) &&
    claims.lic === license.id && claims.sub === license.address && claims.terms === license.termsHash
  issuer = new URL(claims.iss).host
  return fits ? 'valid' : 'invalid'
}
check().catch(() => globalThis.crypto?.subtle ? 'invalid' : 'unchecked').then((verdict) => {
  const place = document.getElementById('verdict')
  place.dataset.verdict = verdict
  // As on the screen: English without a country writes days as the terms do.
  const { lang } = document.documentElement
  const today = new Date().toLocaleDateString(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long' })
  // Whose signature it is, and when it was checked: on paper there is nothing else to tell.
  place.textContent = texts[verdict].replace('{issuer}', () => issuer) + ' · ' + today
})
`

/** The style of a receipt page; it prints on plain paper. */
export const RECEIPT_STYLE = `
:root { color-scheme: light dark; font: 16px/1.6 system-ui, sans-serif }
main { max-width: 42rem; margin: 2rem auto; padding: 0 1rem }
h1 { font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.125rem; margin-top: 2rem }
#verdict { border: 1px solid; border-radius: 8px; padding: .75rem 1rem; font-weight: 600 }
#verdict[data-verdict='invalid'] { border: 4px double; color: light-dark(#a40010, #ff9d96) }
dl > div { display: grid; grid-template-columns: 12rem 1fr; gap: 1rem; padding: .5rem 0; border-top: 1px solid color-mix(in srgb, currentColor 20%, transparent) }
dd { margin: 0; overflow-wrap: anywhere }
pre { white-space: pre-wrap; overflow-wrap: anywhere; font: inherit }
pre i { font-style: normal; font-weight: 400; opacity: .6 }
@media (max-width: 34rem) { dl > div { grid-template-columns: 1fr; gap: 0 } }
@media print { :root { color-scheme: light } main { margin: 0; max-width: none } .how { display: none } }
`
