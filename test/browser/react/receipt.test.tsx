import { QueryClient } from '@tanstack/react-query'
import { cleanup } from '@testing-library/react'
import { calculateJwkThumbprint, decodeJwt, exportJWK, generateKeyPair, SignJWT } from 'jose'
import type { ReactNode } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { LicenseReceipt, LicenseSummary } from '../../../src/components/index.ts'
import type { License } from '../../../src/core/license.ts'
import { ar } from '../../../src/locales/ar.ts'
import { en } from '../../../src/locales/en.ts'
import {
  type UseReceiptResult,
  type UseVerifiedLicenseResult,
  useConsent,
  useReceipt,
  useVerifiedLicense,
} from '../../../src/react/index.ts'
import { toReceiptFile } from '../../../src/receipt/receipt-file.ts'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

const hands: { current?: UseReceiptResult } = {}

function ReceiptProbe(): ReactNode {
  hands.current = useReceipt(en)
  return hands.current.status
}

async function agreed(): Promise<UseReceiptResult> {
  const app = mount({ config: configOf(newPerson()) }, <ReceiptProbe />)
  await app.state('ready')
  await app.consent().accept()
  await expect.poll(() => hands.current?.status).toBe('verified')
  if (hands.current === undefined) throw new Error('nothing was rendered')
  return hands.current
}

/** Opens a page like a saved file: alone, in a frame. */
async function openPage(page: string) {
  const frame = document.createElement('iframe')
  frame.srcdoc = page
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  return { frame, verdict: () => frame.contentDocument?.getElementById('verdict') }
}

/** The receipt as the component shows it. */
function Shown({ company, isSummed }: { readonly company: string; readonly isSummed?: boolean }): ReactNode {
  hands.current = useReceipt(en)
  const agreement = useConsent((consent) => consent.agreement)
  const { license } = hands.current
  return (
    <>
      {isSummed && <LicenseSummary agreement={agreement} />}
      {license !== undefined && <LicenseReceipt license={license} company={company} agreement={agreement} />}
    </>
  )
}

function factsIn(page: Document): (string | null)[] {
  return [...page.querySelectorAll('dt, dd')].map((place) => place.textContent)
}

/** Returns the verdict that a page shows. */
async function verdictOf(page: string): Promise<string | undefined> {
  const { frame, verdict } = await openPage(page)
  await expect.poll(() => verdict()?.textContent).not.toBe(undefined)
  await expect.poll(() => verdict()?.dataset.verdict).not.toBe('unchecked')
  const shown = verdict()?.dataset.verdict
  frame.remove()
  return shown
}

/** Makes the page of a receipt that a stranger signed, with the name of the genuine service. */
async function forgePage(license: License | undefined, changed: Record<string, unknown> = {}) {
  if (license === undefined) throw new Error('nothing was agreed')
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true })
  const jwk = await exportJWK(publicKey)
  const thumbprint = await calculateJwkThumbprint(jwk)
  const claims = { ...decodeJwt(license.receipt), ...changed }
  const header = { alg: 'ES256', typ: 'license-receipt+jwt', kid: thumbprint }
  const receipt = await new SignJWT(claims).setProtectedHeader(header).sign(privateKey)
  const keys = { keys: [{ ...jwk, kid: thumbprint }] }
  const file = await toReceiptFile({ ...license, receipt }, 'html', { keys, locale: 'en', messages: en, company: 'Acme' })
  return { page: await file.text(), thumbprint }
}

describe('experience 12: the receipt', () => {
  it('is verified immediately, with its claims', async () => {
    const { claims, license, receipt } = await agreed()
    expect(receipt).toBe(license?.receipt)
    expect(claims).toMatchObject({
      issuer: service.authUrl,
      licenseId: license?.id,
      termsHash: license?.termsHash,
      address: license?.address,
      status: 'active',
    })
    // The time of a receipt is in seconds.
    expect(claims?.issuedAt.getTime()).toBe(Math.floor(Date.parse(license?.timestamp ?? '') / 1000) * 1000)
  })

  it('is a JSON file with the license and the keys that verify it', async () => {
    const { file, license } = await agreed()
    const json = await file('json')
    expect(json.name).toBe(`license-${license?.id}.json`)
    const { license: saved, keys } = JSON.parse(await json.text())
    expect(saved).toEqual(JSON.parse(JSON.stringify(license)))
    expect(keys.length).toBeGreaterThan(0)
  })

  // Regression: without a catalog, which an English app has no need for, nothing was downloaded and nothing was shown.
  it('is an HTML page in English in a custom screen without `messages`', async () => {
    const receipts: UseReceiptResult[] = []
    function CustomScreen(): ReactNode {
      receipts.push(useReceipt())
      return null
    }
    const app = mount({ config: configOf(newPerson()) }, <CustomScreen />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => receipts.at(-1)?.status).toBe('verified')
    const page = await receipts.at(-1)?.file('html')
    expect(page?.name).toMatch(/^license-.+\.html$/)
    expect(await page?.text()).toContain('<html lang="en"')
  })

  it('is an HTML page that verifies its signature, terms and request, and loads nothing', async () => {
    const { file, license } = await agreed()
    const page = await (await file('html')).text()
    expect(await verdictOf(page)).toBe('consistent')
    expect(page).toContain("default-src 'none'")
    const hash = String(license?.termsHash)
    const number = String(license?.id)
    // A newer service may add members to the record. Only the members of the request were signed.
    const newer = page.replaceAll('"license":{', '"license":{"region":"eu",')
    expect(newer).not.toBe(page)
    expect(await verdictOf(newer)).toBe('consistent')
    for (const [what, altered] of [
      ['terms', page.replaceAll('10 points for each receipt', '1 point for each receipt')],
      ['recipient', page.replaceAll('"acme.example"', '"evil.example"')],
      ['hash', page.replaceAll(hash, 'A'.repeat(43))],
      ['number', page.replaceAll(number, crypto.randomUUID())],
      ['key', page.replace(/"x":"[\w-]{4}/, '"x":"AAAA')],
      // Regression: only the data was verified, so the visible text could be changed and the page still claimed to be valid.
      ['terms on the page', page.replace('10 points for each receipt', '90 points for each receipt')],
      ['company on the page', page.replace('Acme', 'Acne')],
      ['purposes on the page', page.replace('<dd>Statistics', '<dd>Support')],
      ['custom member', page.replaceAll('"license":{', '"license":{"x-region":"eu",')],
      ['reward', page.replaceAll('"compensation":"10 points', '"compensation":"90 points')],
      ['parties on the page', page.replace('<span id="parties">Acme', '<span id="parties">Acne')],
      ['time', page.replace(/"timestamp":"20\d\d/, '"timestamp":"2019')],
    ] as const) {
      expect(altered, what).not.toBe(page)
      expect(await verdictOf(altered), what).toBe('invalid')
    }
  })

  it('experience 12: the saved page has the logo of the company when it is a data URL, and loads no other one', async () => {
    const { license } = await agreed()
    if (license === undefined) throw new Error('nothing was agreed')
    const options = { keys: undefined, locale: 'en', messages: en, company: 'Acme' }
    const markOf = async (logo: string) => {
      const { frame } = await openPage(await (await toReceiptFile(license, 'html', { ...options, logo })).text())
      const mark = frame.contentDocument?.querySelector('.mark')
      const image = mark?.querySelector('img')
      await image?.decode()
      frame.remove()
      return image ? `an image ${image.naturalWidth} wide` : mark?.textContent
    }
    const svg = "<svg xmlns='http://www.w3.org/2000/svg' width='7' height='7'/>"
    expect(await markOf(`data:image/svg+xml,${encodeURIComponent(svg)}`)).toBe('an image 7 wide')
    expect(await markOf('https://acme.example/logo.png')).toBe('A')
  })

  // Regression: the page called the signature of the service valid, although it had brought the key itself.
  it('experience 12: shows the fingerprint of its own key and where the service publishes its keys, and vouches for neither', async () => {
    const { file } = await agreed()
    const { frame, verdict } = await openPage(await (await file('html')).text())
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    const url = `${service.authUrl}/.well-known/jwks.json`
    const { keys } = await (await service.fetch(url)).json()
    expect(verdict()?.querySelector('code')?.textContent).toBe(keys[0].kid)
    expect(verdict()?.querySelector('a')?.href).toBe(url)
    expect(verdict()?.textContent).toContain(`the one that ${new URL(service.authUrl).host} publishes`)
    expect(frame.contentDocument?.body.innerText).not.toMatch(/valid|verified/i)
    frame.style.width = '320px'
    const root = frame.contentDocument?.documentElement
    expect(root?.scrollWidth).toBe(root?.clientWidth)
    frame.remove()
  })

  it('D15: a complete forgery shows the fingerprint of its forger, in the words of a genuine page', async () => {
    const { license } = await agreed()
    const { page, thumbprint } = await forgePage(license)
    const { frame, verdict } = await openPage(page)
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    expect(verdict()?.querySelector('code')?.textContent).toBe(thumbprint)
    expect(verdict()?.querySelector('a')?.href).toBe(`${service.authUrl}/.well-known/jwks.json`)
    const { keys } = await (await service.fetch(`${service.authUrl}/.well-known/jwks.json`)).json()
    expect(keys.map((key: JsonWebKey & { kid: string }) => key.kid)).not.toContain(thumbprint)
    frame.remove()
  })

  // Regression: the visible facts were compared with a list of facts in the same file, so both could be changed together.
  it('D15: compares the visible facts with the signed request, and writes times anew', async () => {
    const { file, license } = await agreed()
    const page = await (await file('html')).text()
    for (const [what, altered] of [
      ['company', page.replaceAll('Acme', 'Acne').replaceAll(license?.terms ?? '', () => license?.terms ?? '')],
      ['company in the data only', page.replaceAll('"company":"Acme"', '"company":"Acne"')],
      ['app', page.replaceAll('com.example.shop', 'com.example.shot')],
      ['status', page.replaceAll('>Active<', '>Withdrawn<').replaceAll('"status":"active"', '"status":"revoked"')],
      ['name of a purpose', page.replace('"usecase.analytics":"', '"usecase.analytics":"No ')],
    ] as const) {
      expect(altered, what).not.toBe(page)
      expect(await verdictOf(altered), what).toBe('invalid')
    }
    const redated = page.replace(/(<dd>[^<]*)20\d\d/, '$12019')
    expect(redated).not.toBe(page)
    const { frame, verdict } = await openPage(redated)
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    expect(frame.contentDocument?.querySelector('main')?.textContent).not.toContain('2019')
    frame.remove()
  })

  it('shows only what the receipt of an erased license covers', async () => {
    const { license } = await agreed()
    const erased = { ...license, status: 'erased', ptr: '', address: '', signature: '', terms: '' } as License
    const { page } = await forgePage(erased, { status: 'erased', sub: '', req: undefined, iat: 1_900_000_000 })
    const { frame, verdict } = await openPage(page)
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    expect(frame.contentDocument?.querySelector('#state')?.textContent).toBe(en['receipt.status.erased'])
    expect(factsIn(frame.contentDocument ?? document)).toEqual([
      ...[en['receipt.number'], erased.id],
      ...[en['receipt.fingerprint'], expect.stringContaining(erased.termsHash.slice(0, 4))],
    ])
    frame.remove()
  })

  // Regression: any number was accepted as the time of a receipt, and the page shows no other time of an erased license.
  it('D15: is invalid when the time of its receipt is not whole seconds since the epoch', async () => {
    const { license } = await agreed()
    const erased = { ...license, status: 'erased', ptr: '', address: '', signature: '', terms: '' } as License
    for (const iat of [1e300, -1, 0.5, 253_402_300_800]) {
      const { page } = await forgePage(erased, { status: 'erased', sub: '', req: undefined, iat })
      expect(await verdictOf(page), String(iat)).toBe('invalid')
    }
    const early = { ...license, timestamp: '1969-12-31T23:59:59.000Z' } as License
    const { page } = await forgePage(early, { iat: -1 })
    const { frame, verdict } = await openPage(page)
    await expect.poll(() => verdict()?.textContent).toContain(en['receipt.page.invalid'])
    frame.remove()
  })

  // Regression: the receipt of a revocation without the device gave the license the time of its end.
  it('D15: is invalid with the receipt of a revocation instead of the receipt of the license', async () => {
    const { license } = await agreed()
    const revoked = { ...license, status: 'revoked' } as License
    expect(await verdictOf((await forgePage(revoked, { status: 'revoked' })).page)).toBe('consistent')
    const { page } = await forgePage(revoked, { status: 'revoked', rby: 'person', chn: 'letter' })
    expect(await verdictOf(page)).toBe('invalid')
  })

  // Regression: Arabic was written from left to right, Markdown was not formatted, and a print did not show the issuer.
  it('experience 12 and 19: is a page in the direction of the language, with formatted headings and the name of the issuer', async () => {
    const app = mount({ config: configOf(newPerson()), messages: ar }, <ReceiptProbe />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => hands.current?.status).toBe('verified')
    const page = await (await hands.current?.file('html'))?.text()
    const { frame, verdict } = await openPage(page ?? '')
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    expect(verdict()?.textContent).toContain(new URL(service.authUrl).host)
    const find = (selector: string) => frame.contentDocument?.querySelector(selector) ?? document.head
    expect(getComputedStyle(find('main')).direction).toBe('rtl')
    expect(find('pre').textContent).toBe(hands.current?.license?.terms)
    expect(find('pre b i').textContent).toBe('# ')
    frame.remove()
  })

  // Regression: the page wrote dates and lists in another form than the screen, reversed a name such as 7-Eleven in Arabic, and had empty
  // rows after a withdrawal.
  it.each([en, ar])('experience 12 and 20: a saved page has the same words as the screen', async (messages) => {
    const { agreement } = configOf('x')
    const company = { ...agreement.company, name: '7-Eleven' }
    const expiry = '2031-12-31T00:00:00Z'
    const asked = { ...agreement, company, expiry, tags: ['health', 'email_receipt', 'messages'] as const }
    const app = mount({ config: configOf(newPerson(), { agreement: asked }), messages }, <Shown company={company.name} />)
    await app.state('ready')
    await app.consent().accept()
    const readTexts = async () => {
      const { frame, verdict } = await openPage((await (await hands.current?.file('html'))?.text()) ?? '')
      await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
      const shown = factsIn(frame.contentDocument ?? document)
      frame.remove()
      expect(shown).toEqual(factsIn(document))
      return shown
    }
    await expect.poll(() => hands.current?.status).toBe('verified')
    const texts = await readTexts()
    if (messages === en) {
      expect(document.querySelector('[data-part="license-state"]')?.textContent).toBe('Active until 30\u00a0December 2031')
      expect(texts).toContain('Health data, email receipts and messages')
    }
    await app.withdraw()
    await expect.poll(() => hands.current?.license?.uses).toEqual([])
    const left = await readTexts()
    for (const gone of ['summary.purposes', 'summary.recipients', 'summary.withdrawal', 'purposes.off'] as const)
      expect(left).not.toContain(messages[gone])
    expect(left).toContain(messages['receipt.until'])
  })

  // Regression: the receipt replaced the label of a purpose by its word, and the summary showed "x-gym visits".
  it('experience 12: the summary, the receipt and the saved page name custom words as the company does', async () => {
    const asked = {
      ...configOf('x').agreement,
      tags: ['fitness', { tag: 'x-gym_visits', label: { en: 'gym visits', es: 'visitas al gimnasio' } }, 'x-heart_rate'],
      purposes: [{ usecase: 'x-coaching', label: 'personal coaching', description: 'to plan your next training', necessary: true }],
    } as const
    const app = mount({ config: configOf(newPerson(), { agreement: asked }), messages: en }, <Shown company="Acme" isSummed />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => hands.current?.status).toBe('verified')
    const names = ['Fitness data, gym visits and heart rate', 'Personal coaching']
    const summary = document.querySelector('[data-part="summary"]')?.textContent
    // Regression: a description of the company began in lower case, unlike the descriptions of Licet.
    for (const name of [...names, 'To plan your next training.']) expect(summary).toContain(name)
    const { frame, verdict } = await openPage((await (await hands.current?.file('html'))?.text()) ?? '')
    await expect.poll(() => verdict()?.dataset.verdict).toBe('consistent')
    const saved = factsIn(frame.contentDocument ?? document)
    frame.remove()
    const receipt = document.querySelector('[data-part="receipt"]')
    for (const name of names) {
      expect(saved).toContain(name)
      expect(receipt?.textContent).toContain(name)
    }
  })

  it('D12: shows markup in the terms as text', async () => {
    const agreement = { ...configOf('x').agreement, compensation: '</pre></script><script>document.title="owned"</script>' }
    const app = mount({ config: configOf(newPerson(), { agreement }) }, <ReceiptProbe />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => hands.current?.status).toBe('verified')
    const page = await (await hands.current?.file('html'))?.text()
    expect(await verdictOf(page ?? '')).toBe('consistent')
    expect(page?.match(/<script/g)).toHaveLength(2)
  })

  it('G13: is unverified without the key set', async () => {
    service.faults.add({ kind: 'status', status: 503 }, { path: '/.well-known/jwks.json', times: Number.POSITIVE_INFINITY })
    const app = mount({ config: configOf(newPerson()) }, <ReceiptProbe />)
    await app.state('ready')
    expect(await app.consent().accept()).toBe('licensed')
    await expect.poll(() => hands.current?.status).toBe('unverified')
    const json = await hands.current?.file('json')
    expect(JSON.parse((await json?.text()) ?? '').keys).toEqual([])
  })
})

describe('useVerifiedLicense', () => {
  const asked: { current?: UseVerifiedLicenseResult } = {}
  function Ask({ usecase }: { readonly usecase: string }): ReactNode {
    asked.current = useVerifiedLicense(usecase, 'acme.example')
    return asked.current.status
  }

  it('experience 9: asks the service only when there is a license', async () => {
    service.requests.length = 0
    const app = mount({ config: configOf(newPerson()) }, <Ask usecase="analytics" />)
    await app.state('ready')
    expect(asked.current?.status).toBe('none')
    expect(service.requests).toEqual([])
    await app.consent().accept()
    await expect.poll(() => asked.current).toMatchObject({ status: 'success', verified: true })
    await app.withdraw()
    await expect.poll(() => asked.current).toMatchObject({ status: 'none', verified: false })
  })

  // Regression: the last response stayed, although the service could not be asked again.
  it('no longer returns an earlier response when the service cannot be asked again', async () => {
    const queryClient = new QueryClient({ defaultOptions: { queries: { retry: false } } })
    const app = mount({ config: configOf(newPerson()), queryClient }, <Ask usecase="analytics" />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => asked.current).toMatchObject({ status: 'success', verified: true })
    service.online = false
    asked.current?.refresh()
    await expect.poll(() => asked.current).toMatchObject({ status: 'error', verified: false, error: { code: 'network_error' } })
    service.online = true
    asked.current?.refresh()
    await expect.poll(() => asked.current).toMatchObject({ status: 'success', verified: true, error: undefined })
  })

  it('returns false for a use that was not agreed to', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Ask usecase="retargeting" />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => asked.current).toMatchObject({ status: 'success', verified: false })
  })
})
