import { describe, expect, it } from 'vitest'
import type { License } from '../../../src/core/license.ts'
import de from '../../../src/locales/de.ts'
import { receiptEmail } from '../../../src/server/index.ts'
import { compileTerms, defineAgreement } from '../../../src/terms/index.ts'
import { ACME } from '../../fixtures/acme.ts'

const agreement = defineAgreement({
  ...ACME,
  company: { ...ACME.company, contact: 'privacy@acme.example' },
  purposes: ['analytics', { usecase: 'personalization' }],
})
const license: License = {
  id: '01a2050f-6f40-7b65-997e-5abd9111f40d',
  status: 'active',
  timestamp: '2026-11-22T10:14:00Z',
  terms: compileTerms(agreement),
  termsHash: 'abcdefgh',
  address: 'ABCDEFGH',
  origin: 'app.acme.example',
  description: agreement.description,
  tags: ['purchase_history'],
  uses: [{ usecases: ['analytics'], destinations: ['acme.example'] }],
  receipt: 'a.b.c',
} as unknown as License

describe('a receipt as an email', () => {
  it('says what was agreed, how to stop, whom to contact and which choices were off, in both forms', () => {
    const { subject, text, html } = receiptEmail(license, { agreement })
    expect(subject).toBe('Receipt: your permission for Acme')
    for (const part of [text, html]) {
      for (const words of ['You agreed on', 'How to stop', 'privacy@acme.example', 'Personal offers', license.id])
        expect(part).toContain(words)
    }
    expect(text).toContain('Off: Personal offers')
    expect(text).toContain(license.terms)
    expect(receiptEmail(license, { company: 'Acme', messages: de }).subject).toBe('Beleg: Ihre Erlaubnis für Acme')
  })

  it('needs only the license, and names the app then', () => {
    const { subject, text } = receiptEmail(license)
    expect(subject).toBe('Receipt: your permission for app.acme.example')
    expect(text).not.toContain('Contact:')
  })

  it('loads nothing', () => {
    const { html } = receiptEmail(license, { agreement })
    expect(html).not.toMatch(/<(?:a|img|link|script|style|iframe|object|form)\b|url\(|\bsrc=|\bhref=|\bon\w+=/i)
  })

  it('escapes hostile values, and keeps them out of the headers', () => {
    const hostile = `<img src=x onerror=alert(1)>"'&\r\nBcc: everyone@example.com`
    const { subject, html } = receiptEmail(
      {
        ...license,
        id: hostile,
        origin: hostile,
        terms: hostile,
        tags: [hostile],
        uses: [{ usecases: [hostile], destinations: [hostile] }],
      },
      { company: hostile },
    )
    expect(subject).not.toMatch(/[\r\n]/)
    expect(html).not.toContain('<img')
    expect(html).not.toMatch(/="[^"<>]*<|'&\s/)
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt;&quot;&#39;&amp;')
  })
})

it('says where and since when the public log records the license', () => {
  const place = { origin: 'auth.test/log/1', index: 4211, timestamp: { at: 1_790_000_000, by: '<Authority>', isTrusted: true } }
  const { text, html } = receiptEmail(license, { logged: place })
  const sentence = 'Recorded as entry 4,211 of the public log auth.test/log/1, before '
  expect(text).toMatch(new RegExp(`${sentence}[^\\n]*UTC \\(time stamp of <Authority>\\)\\.`))
  expect(html).toContain('(time stamp of &lt;Authority&gt;).')
  const unchecked = receiptEmail(license, {
    logged: { ...place, timestamp: { ...place.timestamp, isTrusted: false } },
    messages: de,
  })
  expect(unchecked.text).toContain(
    '(Zeitstempel von <Authority>). Das Zertifikat dieses Zeitstempels wurde mit keiner Liste abgeglichen.',
  )
  expect(receiptEmail(license).text).not.toContain('Recorded as entry')
})
