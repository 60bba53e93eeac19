import { cleanup, renderHook } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import vector from '../../../docs/reference/vectors/log-timestamp.json?raw'
import { createMemoryStorage } from '../../../src/client/index.ts'
import { readStamp } from '../../../src/client/log/read-stamp.ts'
import { DeviceReceipt } from '../../../src/components/receipt/device-receipt.tsx'
import { ar } from '../../../src/locales/ar.ts'
import { en } from '../../../src/locales/en.ts'
import { loggedText } from '../../../src/locales/format/logged-text.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import { createTranslator } from '../../../src/locales/format/translator.ts'
import { verifyLogged } from '../../../src/log/verify-logged.ts'
import { useLogged } from '../../../src/react/hooks/use-logged.ts'
import { type UseReceiptResult, useReceipt } from '../../../src/react/index.ts'
import { openLog, withLog } from '../../fixtures/published-log.ts'
import { configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'
import { webLogCrypto } from '../../fixtures/web-log-crypto.ts'

const DAY_MS = 86_400_000

afterEach(cleanup)
afterAll(() => service.close())

const hands: { current?: UseReceiptResult } = {}

function Probe(): ReactNode {
  hands.current = useReceipt(en)
  return <DeviceReceipt />
}

/** A person with a license that a log contains. The `fetch` of the device serves that log beside the service. */
async function agreed(messages: Messages = en) {
  let log = await openLog({ filled: 4210, witnesses: ['witness.example'] })
  const site = withLog(service.fetch, service.authUrl, () => log)
  // A device asks for no proof of a license that is younger than 10 s.
  const device = { fetch: site.fetch, storage: createMemoryStorage(), now: () => Date.now() + 10_000 }
  const person = newPerson()
  const app = mount({ config: configOf(person, device), messages }, <Probe />)
  await app.state('ready')
  await app.consent().accept()
  await expect.poll(() => hands.current?.status).toBe('verified')
  await log.add(hands.current?.license?.receipt ?? '')
  return {
    app,
    log,
    /** Shows the page of a later day, while the service publishes `next`. */
    visit(days: number, next = log) {
      cleanup()
      log = next
      return mount({ config: configOf(person, { ...device, now: () => Date.now() + days * DAY_MS }), messages }, <Probe />)
    },
  }
}

/** Opens a page like a saved file, and returns its verdict when it has one. */
async function verdictOf(page: string) {
  const frame = document.createElement('iframe')
  frame.srcdoc = page
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve))
  document.body.append(frame)
  await loaded
  const verdict = () => frame.contentDocument?.getElementById('verdict')
  await expect.poll(() => verdict()?.dataset.verdict).not.toBe('unchecked')
  const shown = { verdict: verdict()?.dataset.verdict, text: verdict()?.innerText ?? '' }
  frame.remove()
  return shown
}

describe('a saved page', () => {
  it('says where and before what time the license is recorded, with the key of the log, and checks it offline', async () => {
    const { log } = await agreed()
    const page = await (await hands.current?.file('html'))?.text()
    const { verdict, text } = await verdictOf(page ?? '')
    expect(verdict).toBe('consistent')
    expect(text).toMatch(
      /Recorded as entry 4,210 of the public log auth\.test\/log\/1, before 21.September 2026.* \(witness\.example\)/,
    )
    expect(text).toContain(log.vkeys[0])
    expect(page).toContain("default-src 'none'")
  })

  it('does not rely on a proof that was altered or belongs to another receipt', async () => {
    await agreed()
    const page = (await (await hands.current?.file('html'))?.text()) ?? ''
    for (const altered of [
      page.replace('index 4210', 'index 4209'),
      page.replace(/auth\.test\/log\/1\\n4211/, 'auth.test/log/1\\n4212'),
    ]) {
      expect(altered).not.toBe(page)
      expect(await verdictOf(altered)).toMatchObject({
        verdict: 'invalid',
        text: expect.stringContaining(en['receipt.page.logInvalid']),
      })
    }
  })

  it('claims nothing about the log without a proof', async () => {
    const app = mount({ config: configOf(newPerson()) }, <Probe />)
    await app.state('ready')
    await app.consent().accept()
    await expect.poll(() => hands.current?.status).toBe('verified')
    const { text, verdict } = await verdictOf((await (await hands.current?.file('html'))?.text()) ?? '')
    expect([verdict, text]).toEqual(['consistent', expect.not.stringContaining('public log')])
  })

  it('has the proof in the direction and words of its language', async () => {
    await agreed(ar)
    const { verdict, text } = await verdictOf((await (await hands.current?.file('html'))?.text()) ?? '')
    expect([verdict, text]).toEqual(['consistent', expect.stringContaining('السجل العام')])
  })
})

describe('the receipt on screen', () => {
  it('says where the license is recorded after the daily check', async () => {
    const { visit } = await agreed()
    visit(1.5)
    await expect
      .poll(() => document.body.textContent)
      .toMatch(/Recorded as entry 4,210 of the public log auth\.test\/log\/1, before/)
    expect(hands.current?.log?.logged).toMatchObject({ index: 4210, size: 4211 })
    const file = JSON.parse((await (await hands.current?.file('json'))?.text()) ?? '')
    expect(file.log).toEqual({ proof: hands.current?.log?.proof, keys: hands.current?.log?.keys })
  })

  it('informs the person and the host app when the log contradicts itself, and keeps the license', async () => {
    const { visit, log } = await agreed()
    visit(1.5)
    await expect.poll(() => hands.current?.log).toBeDefined()
    const known = log.checkpoint
    const app = visit(3, await openLog({ filled: 5000, salt: 'rewritten' }))
    await expect.poll(() => document.body.textContent).toContain(en['receipt.logFork'])
    await expect.poll(() => app.events.filter(({ type }) => type === 'log_inconsistent')).toHaveLength(1)
    expect(app.events.find(({ type }) => type === 'log_inconsistent')).toMatchObject({ known })
    expect([app.licensed(), hands.current?.status]).toEqual([true, 'verified'])
  })

  it('says the time of a time stamp when the code that verifies it has loaded, and none for a wrong one', async () => {
    const { receipt, keys, proof, refused } = JSON.parse(vector)
    const { iat } = JSON.parse(atob(receipt.split('.')[1] ?? ''))
    const logged = await verifyLogged(receipt, iat, { proof, keys }, webLogCrypto)
    const kept = { receipt, proof, keys, logged }
    const shown = renderHook(({ log }) => loggedText(useLogged(log) ?? logged, createTranslator(en, 'en'), 'UTC'), {
      initialProps: { log: kept },
    })
    const place = 'Recorded as entry 600 of the public log auth.test/log/1'
    expect(shown.result.current).toBe(place)
    await expect.poll(() => shown.result.current).toMatch(/, before .*20\d\d.* \(time stamp of Time stamp 1 of tests\)\. /)
    const extra = btoa(JSON.stringify({ ts: refused[0].token, size: 601, consistency: [] }))
    const wrong = proof.replace(/extra \S+/, `extra ${extra}`)
    await expect(readStamp(wrong, logged.size)).rejects.toMatchObject({ code: 'invalid_proof' })
    shown.rerender({ log: { ...kept, proof: wrong } })
    expect(shown.result.current).toBe(place)
  })
})
