// The script of the receipt page. It runs offline, in the page that a person saved, and checks with WebCrypto that:
// - a key of the page signed the receipt,
// - the terms and the request match the receipt,
// - the text on the page is the text that follows from them,
// - the public log contains the receipt, if the page has a proof of that, and since when, if the proof has a time stamp.
// It shows the fingerprint of the key: only the key set that the service publishes shows whose key it is.
import { keccakP } from '@noble/hashes/sha3.js'
import { fromBase64Url, toBase64Url } from '../../core/base64.ts'
import { canonicalize } from '../../core/canonical-json.ts'
import type { JsonObject, JsonValue } from '../../core/json.ts'
import type { License, LicenseStatus } from '../../core/license.ts'
import { signedRequestOf } from '../../core/license-request.ts'
import { createSha3 } from '../../core/sha3.ts'
import { utf8 } from '../../core/signature.ts'
import { isEpochSecond } from '../../core/timestamp.ts'
import { loggedText } from '../../locales/format/logged-text.ts'
import type { Messages } from '../../locales/format/messages.ts'
import { createTranslator } from '../../locales/format/translator.ts'
import { type StampOfProof, verifyStamp } from '../../log/timestamp/verify-stamp.ts'
import { type LoggedReceipt, verifyLogged } from '../../log/verify-logged.ts'
import { createWebLogCrypto } from '../../log/web-crypto.ts'
import type { ReceiptKey, ReceiptPageData, Verdict } from '../page-data.ts'
import { signedText } from '../signed-text.ts'

const RECEIPT_TYPE = 'license-receipt+jwt'
const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const

const data: ReceiptPageData = JSON.parse(textOf('#data'))
const sha3 = createSha3(keccakP)
// Safe: the page contains the words of every line and verdict.
const t = createTranslator(data.messages as Messages, data.locale)
let fingerprint = ''
let published: URL | undefined
let logged: LoggedReceipt | undefined
let hasUncheckedLog = false

verify()
  // Without WebCrypto nothing can be checked; any other error means that a part is damaged.
  .catch((): Verdict => (globalThis.crypto?.subtle === undefined ? 'unchecked' : 'invalid'))
  .then(show)

async function verify(): Promise<Verdict | 'invalid-log'> {
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
  fingerprint = await thumbprint(key)
  const { protocol, origin, pathname } = new URL(String(claims.iss))
  if (!/^https?:$/.test(protocol)) return 'invalid'
  published = new URL(`${origin}${pathname.replace(/\/$/, '')}/.well-known/jwks.json`)
  if (!isLicenseOf(claims, license) || !isShownAsSigned(claims)) return 'invalid'
  return (await isLogged()) ? 'consistent' : 'invalid-log'
}

/** Returns `false` for a wrong proof of the public log. A page without a proof claims nothing about the log. */
async function isLogged(): Promise<boolean> {
  const { license, log } = data
  if (log === undefined) return true
  // A page that loads nothing has only the implementation of the browser.
  const crypto = createWebLogCrypto(globalThis.crypto.subtle, async () => {
    hasUncheckedLog = true
    throw new Error('This browser has no Ed25519.')
  })
  const verify = (stamp: StampOfProof) => verifyStamp(stamp, globalThis.crypto.subtle)
  for (const receipt of [license.receipt, license.revocation?.receipt]) {
    if (receipt === undefined) continue
    const { iat } = decode(receipt.split('.')[1] ?? '')
    logged ??= await verifyLogged(receipt, Number(iat), log, crypto, verify).catch(() => undefined)
  }
  return logged !== undefined || hasUncheckedLog
}

/**
 * Returns whether the claims of the receipt are about this license. The data of an erased license is gone, and the page does not show it.
 */
function isLicenseOf(claims: JsonObject, license: License): boolean {
  if (claims.lic !== license.id || claims.sub !== license.address || claims.terms !== license.termsHash) return false
  // The record of an erased license has no time to compare with. The receipt of a revocation has the time of the end.
  if (!isEpochSecond(claims.iat) || claims.rby !== undefined) return false
  const hasTerms = claims.terms === hash(license.terms)
  if (claims.status === 'erased') return license.status === 'erased' && (license.terms === '' || hasTerms)
  return (
    hasTerms &&
    Math.floor(Date.parse(license.timestamp) / 1000) === claims.iat &&
    claims.req === hash(canonicalize(signedRequestOf(license) as JsonValue))
  )
}

/**
 * Returns whether the page shows what was signed, letter by letter. Writes the times again, because each browser writes them a little
 * differently.
 */
function isShownAsSigned({ status }: JsonObject): boolean {
  const { license, company, words } = data
  const {
    heading,
    state = '',
    parties,
    facts,
    details,
  } = signedText(license, { status: status as LicenseStatus, company, words }, t)
  const lines = [...facts, ...details]
  const names = document.querySelectorAll('dt')
  const values = document.querySelectorAll('dd')
  lines.forEach(([, value, form], at) => {
    if (form === 'time' || form === 'date') write(values[at], value)
  })
  write(document.querySelector('h1'), heading)
  if (license.expiry !== undefined) write(document.querySelector('#state'), state)
  return (
    names.length === lines.length &&
    values.length === lines.length &&
    lines.every(([name, value], at) => names[at]?.textContent === name && values[at]?.textContent === value) &&
    textOf('#state') === state &&
    textOf('#parties') === parties &&
    textOf('pre') === license.terms
  )
}

const FAILURES = {
  unchecked: 'receipt.page.unchecked',
  invalid: 'receipt.page.invalid',
  'invalid-log': 'receipt.page.logInvalid',
} as const

function write(element: Element | null | undefined, text: string): void {
  if (element) element.textContent = text
}

function show(verdict: keyof typeof FAILURES | 'consistent'): void {
  const box = document.querySelector<HTMLElement>('#verdict')
  if (box === null) return
  box.dataset.verdict = verdict === 'invalid-log' ? 'invalid' : verdict
  const source = verdict === 'consistent' ? published : undefined
  const text =
    source === undefined
      ? t.text(FAILURES[verdict === 'consistent' ? 'invalid' : verdict])
      : t.text('receipt.page.consistent', { issuer: source.host })
  // A printed page has to show when it was checked.
  const date = paragraph(t.date(Date.now()))
  box.replaceChildren(paragraph(text), date)
  if (source === undefined) return
  const code = document.createElement('code')
  code.textContent = fingerprint
  const link = document.createElement('a')
  link.textContent = link.href = source.href
  link.rel = 'noreferrer'
  date.before(asCode(code), asCode(link))
  if (hasUncheckedLog) date.before(paragraph(t.text('receipt.page.unchecked')))
  if (logged !== undefined) date.before(...describeLog(logged))
}

/** Returns where the receipt is recorded, and the keys that the log signed with. */
function describeLog(logged: LoggedReceipt): HTMLElement[] {
  const keys = logged.signedBy.map((vkey) => {
    const code = document.createElement('code')
    code.textContent = vkey
    return asCode(code)
  })
  return [paragraph(loggedText(logged, t)), ...keys]
}

function asCode(element: HTMLElement): HTMLElement {
  element.dir = 'ltr'
  element.translate = false
  return paragraph(element)
}

function paragraph(content: string | Node): HTMLElement {
  const element = document.createElement('p')
  element.append(content)
  return element
}

/** Returns the thumbprint of a key (RFC 7638), which is the `kid` of this key in the published key set. */
async function thumbprint({ crv, kty, x, y }: ReceiptKey): Promise<string> {
  return toBase64Url(new Uint8Array(await crypto.subtle.digest('SHA-256', utf8(JSON.stringify({ crv, kty, x, y })))))
}

function textOf(selector: string): string {
  return document.querySelector(selector)?.textContent ?? ''
}

function decode(part: string): JsonObject {
  return JSON.parse(new TextDecoder().decode(fromBase64Url(part)))
}

function hash(text: string): string {
  return toBase64Url(sha3(utf8(text)))
}
