import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../core/errors.ts'
import { groupByFour } from '../core/group-by-four.ts'
import type { License } from '../core/license.ts'
import { WILDCARD } from '../core/vocabulary.ts'
import type { MessageKey, Messages } from '../locales/format/messages.ts'
import { RECEIPT_SCRIPT, RECEIPT_STYLE } from './receipt-script.ts'

/** What a receipt file is written with. */
export interface ReceiptFileOptions {
  readonly keys: JSONWebKeySet | undefined
  readonly locale: string
  readonly messages: Messages | undefined
  readonly company: string
}

/** Makes a file of a license to keep: its JSON with the keys, or one HTML page that needs nothing else and checks itself. */
export async function toReceiptFile(license: License, kind: 'json' | 'html', options: ReceiptFileOptions): Promise<File> {
  const name = `license-${license.id.replace(/[^\w-]/g, '_')}.${kind}`
  if (kind === 'json') {
    const text = JSON.stringify({ license, keys: options.keys?.keys ?? [] }, null, 2)
    return new File([text], name, { type: 'application/json' })
  }
  return new File([await toReceiptPage(license, options)], name, { type: 'text/html' })
}

/** The HTML page: everything in it, nothing fetched, no script but its own (held by its content security policy). */
async function toReceiptPage(license: License, { keys, locale: given, messages, company }: ReceiptFileOptions): Promise<string> {
  // As on the screen: English without a country writes days and lists as the terms do.
  const locale = given === 'en' ? 'en-GB' : given
  if (messages === undefined) throw noMessages()
  const [script, style] = await Promise.all([cspHash(RECEIPT_SCRIPT), cspHash(RECEIPT_STYLE)])
  const text = (key: MessageKey) => toText(messages[key])
  const facts = factsOf(license, company, locale, messages)
  const data = {
    license,
    keys: keys?.keys ?? [],
    facts: facts.flat(),
    texts: { valid: text('receipt.verified'), invalid: text('receipt.page.invalid'), unchecked: text('receipt.page.unchecked') },
  }
  return `<!doctype html>
<html lang="${escapeHtml(locale)}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${script}'; style-src '${style}'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(`${text('receipt.title')} ${license.id}`)}</title>
<style>${RECEIPT_STYLE}</style>
<main dir="auto">
<h1>${escapeHtml(text('receipt.title'))}</h1>
<p id="verdict" role="status" data-verdict="unchecked">${escapeHtml(text('receipt.page.unchecked'))}</p>
<p class="how">${escapeHtml(text('receipt.page.how'))}</p>
<dl>${facts.map(([name, value]) => `<div><dt>${escapeHtml(name)}</dt><dd><bdi>${escapeHtml(value)}</bdi></dd></div>`).join('\n')}</dl>
<h2>${escapeHtml(text('receipt.terms'))}</h2>
<pre dir="auto">
${license.terms.split('\n').map(toLine).join('\n')}</pre>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${RECEIPT_SCRIPT}</script>
</html>
`
}

/** What the receipt on the screen says, in its words: a star is said, and what stands alone begins with a capital letter. */
function factsOf(license: License, company: string, locale: string, messages: Messages): (readonly [string, string])[] {
  const text = (key: MessageKey) => toText(messages[key]).replace('{company}', () => `\u2068${company}\u2069`)
  const word = (kind: 'tag' | 'usecase', any: MessageKey) => (name: string) => {
    const key = `${kind}.${name}`
    return name === WILDCARD ? text(any) : isKey(messages, key) ? text(key) : name.replaceAll('_', ' ')
  }
  const list = (items: readonly string[]) => new Intl.ListFormat(locale).format([...new Set(items)])
  const sentence = (words: string) => words.replace(/^\p{Ll}/u, (letter) => letter.toLocaleUpperCase(locale))
  const date = (when: string, time?: Intl.DateTimeFormatOptions) =>
    new Intl.DateTimeFormat(locale, { year: 'numeric', month: 'long', day: 'numeric', ...time }).format(new Date(when))
  const usecases = license.uses.flatMap((use) => use.usecases)
  const destinations = license.uses.flatMap((use) => use.destinations)
  return [
    [text('receipt.between'), text('receipt.parties')],
    [text('receipt.agreed'), date(license.timestamp, { hour: 'numeric', minute: '2-digit', timeZoneName: 'short' })],
    [text('receipt.status'), text(`receipt.status.${license.status}`)],
    [text('receipt.data'), sentence(list(license.tags.map(word('tag', 'summary.data.any'))))],
    [text('receipt.purposes'), sentence(list(usecases.map(word('usecase', 'purposes.any'))))],
    [text('receipt.recipients'), destinations.includes(WILDCARD) ? sentence(text('summary.recipients.any')) : list(destinations)],
    [text('receipt.until'), license.expiry === undefined ? text('receipt.until.none') : date(license.expiry, { timeZone: 'UTC' })],
    [text('receipt.origin'), license.origin],
    [text('receipt.number'), license.id],
    [text('receipt.fingerprint'), groupByFour(license.termsHash)],
    [text('receipt.device'), groupByFour(license.address)],
  ]
}

/** A line of the terms as people read it: headings and bold words bold, their marks faint. What it says, letter by letter, stays the same. */
function toLine(line: string): string {
  const [, marks = '', rest = ''] = /^(#{1,6} )?(.*)$/s.exec(line) ?? []
  const words = escapeHtml(rest).replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '<b><i>**</i>$1<i>**</i></b>')
  return marks === '' ? words : `<b><i>${marks}</i>${words}</b>`
}

function toText(entry: Messages[MessageKey]): string {
  return typeof entry === 'string' ? entry : entry.other
}

function isKey(messages: Messages, key: string): key is MessageKey {
  return Object.hasOwn(messages, key)
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
  '\r': '&#13;',
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'\r]/g, (letter) => ENTITIES[letter] ?? letter)
}

async function cspHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}

function noMessages(): LicetError {
  return new LicetError(
    'invalid_configuration',
    'There are no texts for the receipt page. Nobody could read it. Give ConsentProvider messages, such as those of licet/locales/en.',
    { field: 'messages' },
  )
}
