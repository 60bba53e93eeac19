import type { Agreement } from '../core/agreement.ts'
import { directionOfText } from '../core/direction.ts'
import type { License } from '../core/license.ts'
import { en } from '../locales/en.ts'
import { type LoggedPlace, loggedText } from '../locales/format/logged-text.ts'
import type { Messages } from '../locales/format/messages.ts'
import { type ReceiptLine, receiptText, wordsOfAgreement } from '../locales/format/receipt-text.ts'
import { createTranslator } from '../locales/format/translator.ts'
import { withLabels } from '../locales/format/with-labels.ts'
import { escapeHtml } from '../receipt/escape-html.ts'

/** Options of {@link receiptEmail}. */
export interface ReceiptEmailOptions {
  /** Name of the company that asked. Default: the company of `agreement`, otherwise the app that the license names. */
  readonly company?: string | undefined
  /** The agreement, for its names of uses, data and recipients, and for reward, law and contact where the terms contain them. */
  readonly agreement?: Agreement | undefined
  /** Where the public log records the license: `logged` of `verifyReceipt()`. Default: no sentence about it. */
  readonly logged?: LoggedPlace | undefined
  /** The words of the message, for example from `licet/locales/de`. Default: English. */
  readonly messages?: Messages | undefined
  /** Language of `messages`, a BCP 47 tag. Default: the language of `messages`. */
  readonly locale?: string | undefined
}

/** A receipt as an email. */
export interface ReceiptEmail {
  /** One line without control characters. */
  readonly subject: string
  /** The message as plain text, with the terms. */
  readonly text: string
  /** The message as HTML, with the terms. It loads nothing and contains no link, script or style sheet. */
  readonly html: string
}

/**
 * Returns the receipt of a license as an email: what was agreed and when, how to stop, whom to contact, and the terms. Send it with the
 * receipt itself as an attachment, because an email alone proves nothing.
 *
 * @example
 * const { subject, text, html } = receiptEmail(license, { company: 'Pomelo' })
 */
export function receiptEmail(license: License, options: ReceiptEmailOptions = {}): ReceiptEmail {
  const { agreement, logged, messages = en, company = agreement?.company.name ?? license.origin } = options
  const { locale = messages['language.tag'] } = options
  const t = createTranslator(agreement === undefined ? messages : withLabels(messages, agreement, locale), locale)
  const words = wordsOfAgreement(license, agreement, t)
  const { heading, state, facts, details } = receiptText(license, company, t, { zone: 'UTC', words })
  const subject = toLine(t.text('receipt.email.subject', { company }))
  const introduction = [t.text('receipt.title'), heading, state ?? '']
  const place = logged && `${loggedText(logged, t, 'UTC')}.`
  const toText = ([name, value]: ReceiptLine) => `${name}: ${value}`
  const sections = [
    introduction.join('\n'),
    facts.map(toText).join('\n'),
    ...(place === undefined ? [] : [place]),
    `${t.text('receipt.details')}\n${t.text('receipt.license')}\n${details.map(toText).join('\n')}`,
    ...(license.terms === '' ? [] : [`${t.text('receipt.terms')}\n\n${license.terms}`]),
  ]
  const row = ([name, value, form]: ReceiptLine) => {
    const direction = form === 'code' || form === 'grouped' ? 'ltr' : directionOfText(value, t.direction)
    return `<tr><th scope="row" style="${NAME}">${escapeHtml(name)}</th><td dir="${direction}" style="${VALUE}">${escapeHtml(value)}</td></tr>`
  }
  const table = (rows: readonly ReceiptLine[]) => `<table role="presentation" style="${TABLE}">${rows.map(row).join('')}</table>`
  const html = [
    `<!doctype html><html lang="${escapeHtml(t.locale)}" dir="${t.direction}"><meta charset="utf-8"><title>${escapeHtml(subject)}</title>`,
    `<div style="${PAGE}">`,
    `<p>${escapeHtml(t.text('receipt.title'))}</p><h1 style="font-size:24px">${escapeHtml(heading)}</h1><p><b>${escapeHtml(state ?? '')}</b></p>`,
    table(facts),
    place === undefined ? '' : `<p>${escapeHtml(place)}</p>`,
    `<h2 style="${HEADING}">${escapeHtml(t.text('receipt.details'))}</h2><p>${escapeHtml(t.text('receipt.license'))}</p>`,
    table(details),
    license.terms === ''
      ? ''
      : `<h2 style="${HEADING}">${escapeHtml(t.text('receipt.terms'))}</h2><div dir="auto" style="white-space:pre-wrap">${escapeHtml(license.terms)}</div>`,
    '</div></html>',
  ].join('\n')
  return { subject, text: `${sections.join('\n\n')}\n`, html }
}

// Email programs ignore style sheets, and many of them remove classes.
const PAGE = 'max-width:640px;margin:0 auto;padding:16px;font:16px/1.5 system-ui,sans-serif'
const TABLE = 'width:100%;border-collapse:collapse'
const NAME = 'padding:8px 16px 8px 0;border-top:1px solid #ccc;font-weight:400;text-align:start;vertical-align:top;width:30%'
const VALUE = 'padding:8px 0;border-top:1px solid #ccc;text-align:start;vertical-align:top;overflow-wrap:anywhere'
const HEADING = 'font-size:18px;margin:24px 0 8px'

/** Replaces line breaks and other control characters. In a subject, a line break would start another header. */
function toLine(text: string): string {
  return text.replace(/\p{Cc}+/gu, ' ').trim()
}
