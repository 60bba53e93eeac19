import type { JSONWebKeySet } from 'jose'
import { LicetError } from '../core/errors.ts'
import type { License } from '../core/license.ts'
import { type ReceiptLine, receiptLines } from '../locales/format/format-license.ts'
import type { Messages } from '../locales/format/messages.ts'
import { createTranslator } from '../locales/format/translator.ts'
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
async function toReceiptPage(license: License, { keys, locale, messages, company }: ReceiptFileOptions): Promise<string> {
  if (messages === undefined) throw noMessages()
  const [script, style] = await Promise.all([cspHash(RECEIPT_SCRIPT), cspHash(RECEIPT_STYLE)])
  const t = createTranslator(messages, locale)
  const lines = receiptLines(license, company, t)
  // Who signed is known once it was checked.
  const verified = t.text('receipt.verified', { issuer: '{issuer}' })
  const data = {
    license,
    keys: keys?.keys ?? [],
    facts: lines.flatMap((line) => line.slice(0, 2)),
    texts: { valid: verified, invalid: t.text('receipt.page.invalid'), unchecked: t.text('receipt.page.unchecked') },
  }
  return `<!doctype html>
<html lang="${escapeHtml(t.locale)}" dir="${t.direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${script}'; style-src '${style}'; base-uri 'none'; form-action 'none'">
<title>${escapeHtml(`${t.text('receipt.title')} ${license.id}`)}</title>
<style>${RECEIPT_STYLE}</style>
<main>
<h1>${escapeHtml(t.text('receipt.title'))}</h1>
<p id="verdict" role="status" data-verdict="unchecked">${escapeHtml(t.text('receipt.page.unchecked'))}</p>
<p class="how">${escapeHtml(t.text('receipt.page.how'))}</p>
<dl>${lines.map(toFact).join('\n')}</dl>
<h2>${escapeHtml(t.text('receipt.terms'))}</h2>
<pre dir="auto">
${license.terms.split('\n').map(toLine).join('\n')}</pre>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${RECEIPT_SCRIPT}</script>
</html>
`
}

function toFact([name, value, form]: ReceiptLine): string {
  const isCode = form === 'code' || form === 'grouped'
  const text = escapeHtml(value)
  return `<div><dt>${escapeHtml(name)}</dt><dd>${isCode ? `<bdi dir="ltr" translate="no">${text}</bdi>` : text}</dd></div>`
}

/** A line of the terms as people read it: headings and bold words bold, their marks faint. What it says, letter by letter, stays the same. */
function toLine(line: string): string {
  const [, marks = '', rest = ''] = /^(#{1,6} )?(.*)$/s.exec(line) ?? []
  const words = escapeHtml(rest).replace(/\*\*(\S(?:.*?\S)?)\*\*/g, '<b><i>**</i>$1<i>**</i></b>')
  return marks === '' ? words : `<b><i>${marks}</i>${words}</b>`
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
