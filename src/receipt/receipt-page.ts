import { type Direction, directionOfText } from '../core/direction.ts'
import type { License } from '../core/license.ts'
import { initialOf } from '../locales/format/initial-of.ts'
import type { Messages } from '../locales/format/messages.ts'
import { type ReceiptLine, wordsOfAgreement } from '../locales/format/receipt-text.ts'
import { createTranslator } from '../locales/format/translator.ts'
import { directionOfMost } from './direction-of-most.ts'
import { escapeHtml } from './escape-html.ts'
import { PAGE_SCRIPT, PAGE_STYLE } from './page-assets.ts'
import type { ReceiptPageData } from './page-data.ts'
import { readReceiptFacts } from './receipt-facts.ts'
import type { ReceiptFileOptions } from './receipt-file.ts'
import { signedText } from './signed-text.ts'

/** Options of {@link toReceiptPage}. */
export type ReceiptPageOptions = ReceiptFileOptions & { readonly messages: Messages }

/**
 * Returns the HTML of a page that shows a license and checks that its parts agree. The page loads nothing, and its CSP allows only its own
 * script and style.
 */
export async function toReceiptPage(license: License, options: ReceiptPageOptions): Promise<string> {
  const { keys, log, locale, messages, company, agreement, logo } = options
  const [script, style] = await Promise.all([cspHash(PAGE_SCRIPT), cspHash(PAGE_STYLE)])
  const t = createTranslator(messages, locale)
  const { status = license.status } = readReceiptFacts(license.receipt) ?? {}
  const words = wordsOfAgreement(license, agreement, t)
  const { heading, state, parties, facts, details } = signedText(license, { status, company, words }, t)
  const data: ReceiptPageData = {
    license,
    keys: keys?.keys ?? [],
    log,
    company,
    words,
    locale,
    messages: wordsOf(license, messages),
  }
  const hasLogo = logo?.startsWith('data:image/')
  const mark = hasLogo ? `<img src="${escapeHtml(logo ?? '')}" alt="">` : escapeHtml(initialOf(company, t.locale))
  return `<!doctype html>
<html lang="${escapeHtml(t.locale)}" dir="${t.direction}">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; script-src '${script}'; style-src '${style}'; ${hasLogo ? 'img-src data:; ' : ''}base-uri 'none'; form-action 'none'">
<title>${escapeHtml(`${t.text('receipt.title')} ${license.id}`)}</title>
<style>${PAGE_STYLE}</style>
<main>
<header><span class="mark" aria-hidden="true">${mark}</span><p><b>${escapeHtml(t.text('receipt.title'))}</b><br><span id="parties">${escapeHtml(parties)}</span></p></header>
<h1>${escapeHtml(heading)}</h1>
<p id="state">${escapeHtml(state ?? '')}</p>
<dl>${facts.map((line) => toFact(line, t.direction)).join('\n')}</dl>
<div id="verdict" role="status" data-verdict="unchecked"><p>${escapeHtml(t.text('receipt.page.unchecked'))}</p></div>
<p class="how">${escapeHtml(t.text('receipt.page.how'))}</p>
<details class="numbers"><summary>${escapeHtml(t.text('receipt.details'))}</summary>
<p class="how">${escapeHtml(t.text('receipt.license'))}</p>
<dl>${details.map((line) => toFact(line, t.direction)).join('\n')}</dl></details>
<details class="terms"><summary>${escapeHtml(t.text('receipt.terms'))}</summary>
<pre dir="${directionOfMost(license.terms)}">
${license.terms.split('\n').map(toLine).join('\n')}</pre></details>
</main>
<script type="application/json" id="data">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>
<script>${PAGE_SCRIPT}</script>
</html>
`
}

/** Returns the texts that the script needs: the texts of the receipt, and the names of what this license contains. */
function wordsOf({ tags, uses }: License, messages: Messages): Partial<Messages> {
  const words: string[] = [
    ...['summary.data', 'summary.purposes', 'summary.reward', 'summary.recipients'],
    ...['summary.data.any', 'summary.recipients.any', 'purposes.any', 'purposes.off'],
    ...['summary.withdrawal', 'summary.withdrawal.how'],
  ]
  for (const tag of tags) words.push(`tag.${tag}`)
  for (const usecase of uses.flatMap((use) => use.usecases)) words.push(`usecase.${usecase}`)
  return Object.fromEntries(Object.entries(messages).filter(([key]) => key.startsWith('receipt.') || words.includes(key)))
}

function toFact([name, value, form]: ReceiptLine, direction: Direction): string {
  const isCode = form === 'code' || form === 'grouped'
  const text = escapeHtml(value)
  const content = isCode
    ? `<bdi dir="ltr" translate="no">${text}</bdi>`
    : form === 'words'
      ? `<bdi dir="${directionOfText(value, direction)}">${text}</bdi>`
      : text
  return `<div><dt>${escapeHtml(name)}</dt><dd>${content}</dd></div>`
}

/** Formats a line of Markdown: headings and bold words are bold, their marks are faint. The text stays the same, letter by letter. */
function toLine(line: string): string {
  const [, marks = '', rest = ''] = /^(#{1,6} )?(.*)$/s.exec(line) ?? []
  const words = escapeHtml(rest).replace(/\*\*(?!\s)((?:\\.|[^\\*])*(?:\\.|[^\s\\*]))\*\*/g, '<b><i>**</i>$1<i>**</i></b>')
  return marks === '' ? words : `<b><i>${marks}</i>${words}</b>`
}

async function cspHash(text: string): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', new TextEncoder().encode(text)))
  return `sha256-${btoa(String.fromCharCode(...digest))}`
}
