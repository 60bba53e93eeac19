// The script of the receipt page. It runs offline, in the page that a person saved, and verifies with WebCrypto that:
// - the service signed the receipt,
// - the terms and the request are those of the receipt,
// - the text on the page is the text that was verified.
import { keccakP } from '@noble/hashes/sha3.js'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import { signedRequestOf } from '../../core/license.ts'
import { createSha3 } from '../../core/sha3.ts'
import type { ReceiptPageData, Verdict } from '../page-data.ts'

const RECEIPT_TYPE = 'license-receipt+jwt'
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const data: ReceiptPageData = JSON.parse(textOf('#data'))
const verdictElement = document.querySelector<HTMLElement>('#verdict')
const sha3 = createSha3(keccakP)
let issuer = ''

verify()
  // Without WebCrypto nothing can be checked; any other error means that a part is damaged.
  .catch((): Verdict => (globalThis.crypto?.subtle === undefined ? 'unchecked' : 'invalid'))
  .then(show)

async function verify(): Promise<Verdict> {
  const { license, keys } = data
  const [head = '', body = '', signature = ''] = license.receipt.split('.')
  const { alg, kid, typ } = decode(head)
  const claims = decode(body)
  const key = keys.find((candidate) => candidate.kid === kid)
  if (key === undefined) return keys.length === 0 ? 'unchecked' : 'invalid'
  if (alg !== 'ES256' || typ !== RECEIPT_TYPE) return 'invalid'
  const { kty, crv, x, y } = key
  const publicKey = await crypto.subtle.importKey('jwk', { kty, crv, x, y } as JsonWebKey, ALGORITHM, false, ['verify'])
  if (!(await crypto.subtle.verify(ALGORITHM, publicKey, fromBase64Url(signature), utf8(`${head}.${body}`)))) return 'invalid'
  issuer = new URL(String(claims.iss)).host
  return isShownAsSigned() && isLicenseOf(claims) ? 'valid' : 'invalid'
}

/** Returns whether the page shows the facts and the terms of the license, letter by letter. */
function isShownAsSigned(): boolean {
  const shown = [...document.querySelectorAll('dt, dd')].map((element) => element.textContent)
  return (
    shown.length === data.facts.length && shown.every((text, at) => text === data.facts[at]) && textOf('pre') === data.license.terms
  )
}

/** Returns whether the claims of the receipt are about this license. */
function isLicenseOf(claims: JsonObject): boolean {
  const { license } = data
  return (
    Math.floor(Date.parse(license.timestamp) / 1000) === claims.iat &&
    claims.terms === hash(license.terms) &&
    claims.req === hash(canonical(signedRequestOf(license) as JsonValue)) &&
    claims.lic === license.id &&
    claims.sub === license.address &&
    claims.terms === license.termsHash
  )
}

function show(verdict: Verdict): void {
  if (verdictElement === null) return
  verdictElement.dataset.verdict = verdict
  // English without a country writes dates as the terms do: day, month, year.
  const { lang } = document.documentElement
  const today = new Date().toLocaleDateString(lang === 'en' ? 'en-GB' : lang, { dateStyle: 'long' })
  // A printed page has to show who signed and when it was checked.
  verdictElement.textContent = `${data.texts[verdict].replace('{issuer}', () => issuer)} · ${today}`
}

function textOf(selector: string): string {
  return document.querySelector(selector)?.textContent ?? ''
}

function decode(part: string): JsonObject {
  return JSON.parse(new TextDecoder().decode(fromBase64Url(part)))
}

function hash(text: string): string {
  const base64 = btoa(String.fromCharCode(...sha3(utf8(text))))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replace('=', '')
}

// These two are shorter than those of `core/`, which refuse wrong values with a message for developers. Here a wrong value verifies as invalid.

function fromBase64Url(text: string): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (letter) => letter.charCodeAt(0))
}

/** Writes a JSON value in the canonical form of RFC 8785. */
function canonical(value: JsonValue): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(canonical)}]`
  const members = Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))
  return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${canonical(member as JsonValue)}`)}}`
}

function utf8(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}
