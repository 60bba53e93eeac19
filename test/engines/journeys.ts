import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import type { Engine } from './engine.ts'
import { type Household, openHousehold, type Person } from './person.ts'
import { openWorld, type World } from './world.ts'

const agree = en['decision.accept']
const decline = en['decision.decline']
const asked = en['screen.title'].replace('{company}', 'Bramble')
const changed = en['screen.title.update'].replace('{company}', 'Bramble')

/** The journeys of the kit, each in a browser of its own, before the real service. */
export function describeJourneys(title: string, openEngine: () => Promise<Engine>): void {
  describe(title, () => {
    let engine: Engine
    let world: World
    let home: Household
    let person: Person

    beforeAll(async () => {
      ;[engine, world] = await Promise.all([openEngine(), openWorld()])
      console.log(engine.name)
    })
    afterAll(async () => {
      await engine?.close()
      await world?.close()
    })
    beforeEach(async () => {
      home = await openHousehold(engine, world)
      person = await home.openTab()
    })
    afterEach(async () => {
      await world?.network.restore()
      await home?.close()
    })

    const stored = async () => (await world.licenses(home.name)).map(({ status }) => status).sort()
    const agreed = async () => {
      await person.visit()
      await person.press(agree)
      await person.sees(en['receipt.title'])
    }

    it('has what the kit stands on: a key that cannot be exported, kept; locks; a modal dialog', async () => {
      await person.visit()
      await person.sees(asked)
      expect(await person.evaluate(`(${platform})()`)).toEqual({ secure: true, key: 'kept', locks: true, modal: true })
    })

    it('accept: what is asked is read and agreed to, and there is one license with a checked receipt, also after a reload', async () => {
      await person.visit()
      await person.sees(asked)
      await person.sees('Locked')
      await person.finds(`//section[@aria-label='${en['terms.label']}']`)
      await person.press(agree)
      await person.sees(en['status.licensed.title'])
      await person.sees(en['receipt.verified'].split('{issuer}')[1]?.trim() ?? '')
      await person.sees('Unlocked')
      expect(await stored()).toEqual(['active'])
      await person.reload()
      await person.sees(en['status.already.title'])
      expect(await person.buttons(agree)).toBe(0)
      expect(await stored()).toEqual(['active'])
      expect(await person.complaints()).toEqual([])
    })

    it('decline: nothing is signed, nothing is sent, and nobody asks again', async () => {
      await person.visit()
      await person.press(decline)
      await person.sees(en['status.declined.title'])
      await person.reload()
      await person.sees(en['status.declined.title'])
      expect(await person.buttons(agree)).toBe(0)
      expect(await stored()).toEqual([])
      expect(await person.complaints()).toEqual([])
    })

    it('dismiss: Escape closes the dialog, which is neither yes nor no, and the next visit asks again', async () => {
      await person.visit({ screen: 'dialog' })
      await person.finds(`//dialog[@open]//*[contains(., '${asked}')]`)
      expect(await person.evaluate("document.querySelector('dialog').matches(':modal')")).toBe(true)
      expect(await person.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true)
      await person.escape()
      await person.finds('//dialog[not(@open)] | //main[not(.//dialog[@open])]')
      expect(await person.buttons(agree)).toBe(0)
      expect(await stored()).toEqual([])
      await person.reload()
      await person.finds(`//dialog[@open]//button[normalize-space()='${agree}']`)
      expect(await person.complaints()).toEqual([])
    })

    it('update: a material change is asked with its redline; keeping what was agreed keeps it, agreeing replaces it', async () => {
      await agreed()
      await person.visit({ terms: 'second' })
      await person.sees(changed)
      await person.sees(en['diff.material'])
      await person.finds(`//*[normalize-space()='${en['diff.label']}']`)
      await person.finds("//ins[contains(., '80')]")
      await person.finds("//del[contains(., '50')]")
      await person.press(en['decision.decline.update'])
      await person.sees(en['status.kept.title'])
      expect(await stored()).toEqual(['active'])
      await person.press(en['action.review'])
      await person.press(agree)
      await person.sees(en['status.licensed.title'])
      expect(await stored()).toEqual(['active', 'superseded'])
      expect(await person.complaints()).toEqual([])
    })

    it('withdraw: one act ends the license, here and at the service', async () => {
      await agreed()
      await person.visit({ screen: 'settings' })
      await person.sees('Unlocked')
      await person.press(en['settings.withdraw'])
      await person.sees(en['status.withdrawn.title'])
      await person.sees(en['status.withdrawn'].split('{date}')[0] ?? '')
      await person.sees('Locked')
      const rows = await world.licenses(home.name)
      expect(rows.map(({ status }) => status)).toEqual(['revoked', 'revoked'])
      expect(rows.filter(({ uses }) => uses.length === 0)).toHaveLength(1)
      await person.reload()
      await person.sees('Locked')
      expect(await person.complaints()).toEqual([])
    })

    it('offline: with the wire cut a decision is signed and kept, told as not yet a license, and delivered once when it is back', async () => {
      await person.visit()
      await person.finds(`//button[normalize-space()='${agree}']`)
      await person.evaluate('whenIdle()')
      await world.network.cut()
      await person.press(agree)
      await person.sees(en['status.queued.title'])
      await person.sees('Locked')
      await world.network.restore()
      expect(await stored()).toEqual([])
      // It may be sent by itself just before the press, and its button gone.
      await Promise.allSettled([person.press(en['action.retry'])])
      await person.sees(en['receipt.title'])
      await person.sees('Unlocked')
      expect(await stored()).toEqual(['active'])
    })

    it('withdraw offline: with the wire cut it has effect here at once, and at the service when it is back', async () => {
      await agreed()
      await person.visit({ screen: 'settings' })
      await person.sees('Unlocked')
      await person.evaluate('whenIdle()')
      await world.network.cut()
      await person.press(en['settings.withdraw'])
      await person.sees(en['status.withdrawn.title'])
      await person.sees('Locked')
      await world.network.restore()
      expect(await stored()).toEqual(['active'])
      await person.reload()
      await person.sees('Locked')
      await person.evaluate('whenIdle()')
      expect(await stored()).toEqual(['revoked', 'revoked'])
    })

    it('two tabs: agreeing in both at once makes one license, and withdrawing in one is seen in the other', async () => {
      const other = await home.openTab()
      await person.visit()
      await other.visit()
      for (const each of [person, other]) await each.finds(`//button[normalize-space()='${agree}']`)
      // The one that comes second may find that its button has gone already: the first has agreed for both.
      const acts = await Promise.allSettled([person.press(agree), other.press(agree)])
      expect(acts.map(({ status }) => status)).toContain('fulfilled')
      await person.sees(en['receipt.title'])
      await other.sees(en['receipt.title'])
      expect(await stored()).toEqual(['active'])
      await other.visit({ screen: 'settings' })
      await other.press(en['settings.withdraw'])
      await person.sees('Locked')
      expect([...(await person.complaints()), ...(await other.complaints())]).toEqual([])
    })
  })
}

/** Runs in the page. */
const platform = `async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['sign', 'verify'])
  const open = indexedDB.open('platform', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('keys')
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) })
  const database = await done(open)
  await done(database.transaction('keys', 'readwrite').objectStore('keys').put(privateKey, 'device'))
  const kept = await done(database.transaction('keys').objectStore('keys').get('device'))
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', kept, new Uint8Array([1]))
  database.close()
  return {
    secure: isSecureContext,
    key: kept.extractable === false && signature.byteLength === 256 ? 'kept' : 'lost',
    locks: await navigator.locks.request('platform', () => true),
    modal: typeof HTMLDialogElement.prototype.showModal === 'function',
  }
}`
