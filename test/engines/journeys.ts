import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { en } from '../../src/locales/en.ts'
import { licensedTitle, stopLabel } from '../fixtures/company-titles.ts'
import { HOSTILE_SHEETS } from '../fixtures/hostile-sheets.ts'
import { casesOf } from '../support/counts.ts'
import type { Engine } from './engine.ts'
import { openSite, type Site } from './site.ts'
import { openUserProfile, type User, type UserProfile } from './user.ts'

const agree = en['decision.accept']
const decline = en['decision.decline']
const title = en['screen.title.data'].replace('{company}', 'Bramble').replace('{data}', 'purchase history')
const updateTitle = en['screen.title.update'].replace('{company}', 'Bramble')

/** Sizes of windows, in CSS pixels. */
const WINDOWS = [
  [390, 844],
  [1280, 800],
  [320, 640],
] as const

/** Declares the journeys of the kit. Each runs in its own browser profile, against the real service. */
export function describeJourneys(name: string, openEngine: () => Promise<Engine>): void {
  describe(name, () => {
    let engine: Engine
    let site: Site
    let profile: UserProfile
    let user: User

    beforeAll(async () => {
      ;[engine, site] = await Promise.all([openEngine(), openSite()])
      console.log(engine.name)
    })
    afterAll(async () => {
      await engine?.close()
      await site?.close()
    })
    beforeEach(async () => {
      profile = await openUserProfile(engine, site)
      user = await profile.openTab()
    })
    afterEach(async () => {
      await site?.network.reconnect()
      await profile?.close()
    })

    const storedStatuses = async () => (await site.licenses(profile.userId)).map(({ status }) => status).sort()
    const visitAndAgree = async () => {
      await user.visit()
      await user.clickButton(agree)
      await user.waitForText(en['receipt.view'])
    }

    it('supports what the kit needs: stored keys that cannot be exported, locks and modal dialogs', async () => {
      await user.visit()
      await user.waitForText(title)
      expect(await user.evaluate(`(${platformSupport})()`)).toEqual({ secure: true, key: 'stored', locks: true, modal: true })
    })

    // Firefox answered "Move target is out of bounds" when the layout moved a button between the scrolling and the click.
    it('clicks a button that moves, once it stands still', async () => {
      await user.visit()
      await user.evaluate(`(${addMovingButton})()`)
      await user.clickButton('Moving')
      await user.waitForText('Clicked')
    })

    it('accept: signs nothing while a style of the page alters the choice, and says so', async () => {
      await user.visit()
      // All of them in Chromium: altered-choice.test.tsx.
      for (const [name, css, part] of casesOf(HOSTILE_SHEETS, (_, at) => at % 4 === 2)) {
        await user.waitForText(title)
        // A strict CSP allows a sheet that a script constructs.
        await user.evaluate(`(${addSheet})(${JSON.stringify(css)})`)
        await user.clickButton(agree)
        const key = part === 'cover' ? 'decision.missing.visibility' : (`decision.altered.${part}` as const)
        await user.waitForText(en[key]).catch((cause: unknown) => {
          throw new Error(name, { cause })
        })
        await user.reload()
      }
      expect(await storedStatuses()).toEqual([])
    })

    it('accept: creates one license with a verified receipt, which is still there after a reload', async () => {
      await user.visit()
      await user.waitForText(title)
      await user.waitForText('Locked')
      await user.waitForXPath(`//section[@aria-label='${en['terms.label']}']`)
      await user.clickButton(agree)
      await user.waitForText(licensedTitle('Bramble'))
      await user.openFold(en['receipt.view'])
      await user.waitForText(en['receipt.verified.title'])
      await user.waitForText('Unlocked')
      expect(await storedStatuses()).toEqual(['active'])
      await user.reload()
      await user.waitForText(en['status.already.title'])
      expect(await user.countButtons(agree)).toBe(0)
      expect(await storedStatuses()).toEqual(['active'])
      expect(await user.problems()).toEqual([])
    })

    it('experience 22: renders no question for a person who has agreed', async () => {
      await visitAndAgree()
      await user.reload()
      await user.waitForText(en['status.already.title'])
      await user.waitForText('Unlocked')
      const texts: readonly string[] = JSON.parse(String(await user.evaluate('JSON.stringify(window.texts)')))
      expect(texts.length).toBeGreaterThan(0)
      expect(texts.filter((text) => text.includes(title))).toEqual([])
      expect(await user.problems()).toEqual([])
    })

    it('decline: signs nothing, sends nothing and does not ask again', async () => {
      await user.visit()
      await user.clickButton(decline)
      await user.waitForText(en['status.declined.title'])
      // The title is on screen before the refusal is stored.
      await user.evaluate('whenIdle()')
      await user.reload()
      await user.waitForText(en['status.declined.title'])
      expect(await user.countButtons(agree)).toBe(0)
      expect(await storedStatuses()).toEqual([])
      expect(await user.problems()).toEqual([])
    })

    it('dismiss: Escape closes the dialog without a decision, and the next visit asks again', async () => {
      await user.visit({ screen: 'dialog' })
      await user.waitForXPath(`//dialog[@open]//*[contains(., '${title}')]`)
      expect(await user.evaluate("document.querySelector('dialog').matches(':modal')")).toBe(true)
      expect(await user.evaluate("document.activeElement.closest('dialog') !== null")).toBe(true)
      await user.pressEscape()
      await user.waitForXPath('//dialog[not(@open)] | //main[not(.//dialog[@open])]')
      expect(await user.countButtons(agree)).toBe(0)
      expect(await storedStatuses()).toEqual([])
      await user.reload()
      await user.waitForXPath(`//dialog[@open]//button[normalize-space()='${agree}']`)
      expect(await user.problems()).toEqual([])
    })

    it('experience 16: the page behind a dialog keeps its place and width, and scrolls again after the dialog', async () => {
      const place = () => user.evaluate("[scrollY, document.querySelector('main').getBoundingClientRect().width]")
      await user.visit({ screen: 'button' })
      await user.waitForText('Review')
      await user.evaluate("document.querySelector('.licet-button').scrollIntoView({ block: 'center' })")
      const before = await place()
      await user.clickButton('Review')
      await user.waitForXPath('//dialog[@open]')
      await user.scroll()
      expect(await place()).toEqual(before)
      await user.pressEscape()
      await user.waitForXPath('//main[not(.//dialog[@open])]')
      expect(await place()).toEqual(before)
      // Browsers scroll in another thread, so the page has its new place a moment later.
      await expect.poll(() => user.scroll().then(place)).not.toEqual(before)
      expect(await user.problems()).toEqual([])
    })

    it('an on-screen keyboard hides neither choice of a dialog on a phone, and the page behind does not scroll', async () => {
      await user.visit({ screen: 'button' })
      await user.usePhone()
      await user.clickButton('Review')
      await user.waitForXPath(`//dialog[@open]//button[normalize-space()='${agree}']`)
      await expect.poll(() => user.evaluate('innerWidth')).toBeLessThan(500)
      const before = await user.evaluate('scrollY')
      expect(await user.evaluate(`(${coverByKeyboard})(380, 40)`)).toEqual({ dialog: true, [agree]: true, [decline]: true })
      await user.scroll()
      expect(await user.evaluate('scrollY')).toBe(before)
      await user.clickButton(decline)
      await user.waitForText(en['status.declined.title'])
      expect(await user.problems()).toEqual([])
    })

    it.each(['page', 'dialog'])('both choices of a %s are in the first screen of a phone', async (surface) => {
      const isInView = (name: string) =>
        user.evaluate(`document.querySelector('[data-part="${name}"]').getBoundingClientRect().bottom <= innerHeight`)
      await user.visit(surface === 'dialog' ? { screen: 'button' } : undefined)
      await user.usePhone()
      if (surface === 'dialog') await user.clickButton('Review')
      await user.waitForXPath(`//button[normalize-space()='${agree}']`)
      await expect.poll(() => user.evaluate('innerWidth')).toBeLessThan(500)
      await expect.poll(async () => [await isInView('accept'), await isInView('decline')]).toEqual([true, true])
      expect(await user.problems()).toEqual([])
    })

    it('the first screen of each surface has both choices, in each size of window and each language', async () => {
      const measureAll = () => user.evaluate(`(${measureInFrames})(${JSON.stringify(WINDOWS)})`)
      await user.visit({ screen: 'none' })
      await user.waitForText('Locked')
      expect(await measureAll()).toEqual(WINDOWS.map(() => ({ measured: 24, faults: [] })))
      await visitAndAgree()
      await user.visit({ screen: 'none', terms: 'second' })
      await user.waitForText('Unlocked')
      expect(await measureAll()).toEqual(WINDOWS.map(() => ({ measured: 24, faults: [] })))
      expect(await user.problems()).toEqual([])
    })

    it('update: asks about a material change and marks it; declining keeps the earlier license, accepting replaces it', async () => {
      await visitAndAgree()
      await user.visit({ terms: 'second' })
      await user.waitForText(updateTitle)
      await user.waitForText(en['diff.material'])
      await user.waitForXPath(`//*[normalize-space()='${en['diff.label']}']`)
      await user.evaluate('document.querySelector("[data-part=screen-changes]").open = true')
      await user.waitForXPath("//ins[contains(., '80')]")
      await user.waitForXPath("//del[contains(., '50')]")
      await user.clickButton(en['decision.decline.update'])
      await user.waitForText(en['status.kept.title'])
      expect(await storedStatuses()).toEqual(['active'])
      await user.clickButton(en['action.review'])
      await user.clickButton(en['decision.accept.update'])
      await user.waitForText(licensedTitle('Bramble'))
      expect(await storedStatuses()).toEqual(['active', 'superseded'])
      expect(await user.problems()).toEqual([])
    })

    it('withdraw: one click ends the license on this device and at the service', async () => {
      await visitAndAgree()
      await user.visit({ screen: 'settings' })
      await user.waitForText('Unlocked')
      await user.clickButton(stopLabel('Bramble'))
      await user.waitForText(en['status.withdrawn.title'])
      await user.waitForText(en['status.withdrawn'].split('{date}')[0] ?? '')
      await user.waitForText('Locked')
      const licenses = await site.licenses(profile.userId)
      expect(licenses.map(({ status }) => status)).toEqual(['revoked', 'revoked'])
      expect(licenses.filter(({ uses }) => uses.length === 0)).toHaveLength(1)
      await user.reload()
      await user.waitForText('Locked')
      expect(await user.problems()).toEqual([])
    })

    it('offline: signs and stores the decision, does not show it as a license, and delivers it once when the network is back', async () => {
      await user.visit()
      await user.waitForXPath(`//button[normalize-space()='${agree}']`)
      await user.evaluate('whenIdle()')
      await site.network.disconnect()
      await user.clickButton(agree)
      await user.waitForText(en['status.queued.title'])
      await user.waitForText('Locked')
      // Before the network is back: the client delivers by itself. The test asks the service without the proxy.
      expect(await storedStatuses()).toEqual([])
      await site.network.reconnect()
      // The client retries by itself, so the button can disappear before the click.
      await Promise.allSettled([user.clickButton(en['action.retry'])])
      await user.waitForText(en['receipt.view'])
      await user.waitForText('Unlocked')
      expect(await storedStatuses()).toEqual(['active'])
    })

    it('withdraw offline: takes effect on this device immediately, and at the service when the network is back', async () => {
      await visitAndAgree()
      await user.visit({ screen: 'settings' })
      await user.waitForText('Unlocked')
      await user.evaluate('whenIdle()')
      await site.network.disconnect()
      await user.clickButton(stopLabel('Bramble'))
      await user.waitForText(en['status.withdrawn.title'])
      await user.waitForText('Locked')
      expect(await storedStatuses()).toEqual(['active'])
      await site.network.reconnect()
      await user.reload()
      await user.waitForText('Locked')
      await expect.poll(storedStatuses).toEqual(['revoked', 'revoked'])
    })

    it('two tabs: agreeing in both at the same time creates one license, and withdrawing in one shows in the other', async () => {
      const other = await profile.openTab()
      await user.visit()
      await other.visit()
      for (const each of [user, other]) await each.waitForXPath(`//button[normalize-space()='${agree}']`)
      // The first click agrees for both tabs, so the button of the other tab can disappear before its click.
      const clicks = await Promise.allSettled([user.clickButton(agree), other.clickButton(agree)])
      expect(clicks.map(({ status }) => status)).toContain('fulfilled')
      await user.waitForText(en['receipt.view'])
      await other.waitForText(en['receipt.view'])
      expect(await storedStatuses()).toEqual(['active'])
      await other.visit({ screen: 'settings' })
      await other.clickButton(stopLabel('Bramble'))
      await user.waitForText('Locked')
      expect([...(await user.problems()), ...(await other.problems())]).toEqual([])
    })
  })
}

/**
 * Runs in the page. Makes the visual viewport smaller, as an on-screen keyboard does, and scrolls to the choices. Reports whether the dialog and
 * both choices are in the part of the window that is left.
 */
const coverByKeyboard = `(height, offsetTop) => {
  for (const [name, value] of Object.entries({ height, offsetTop })) Object.defineProperty(visualViewport, name, { get: () => value })
  visualViewport.dispatchEvent(new Event('resize'))
  const dialog = document.querySelector('dialog[open]')
  dialog.querySelector('[data-part="screen-decision"]').scrollIntoView({ block: 'end' })
  const isSeen = (element) => {
    const { top, bottom, left } = element.getBoundingClientRect()
    return top >= offsetTop && bottom <= offsetTop + height && element.contains(document.elementFromPoint(left + 20, (top + bottom) / 2))
  }
  const choices = [...dialog.querySelectorAll('[data-part="choices"] button')]
  return Object.fromEntries([['dialog', isSeen(dialog)], ...choices.map((choice) => [choice.textContent, isSeen(choice)])])
}`

/**
 * Runs in the page. Opens it in frames of these sizes, because an engine may have a smallest window, and measures the first screens there, all
 * immediately.
 */
const measureInFrames = `(windows) => Promise.all(windows.map(async ([width, height]) => {
  const frame = document.createElement('iframe')
  Object.assign(frame, { width, height, frameBorder: 0, src: location.href })
  await new Promise((resolve) => {
    frame.onload = resolve
    document.body.append(frame)
  })
  while (frame.contentWindow.measureFirstScreens === undefined) await new Promise(requestAnimationFrame)
  const result = await frame.contentWindow.measureFirstScreens()
  frame.remove()
  return result
}))`

/** Runs in the page. Reports whether the browser has the APIs that the kit needs. */
const platformSupport = `async () => {
  const { privateKey } = await crypto.subtle.generateKey(
    { name: 'RSASSA-PKCS1-v1_5', modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]), hash: 'SHA-256' }, false, ['sign', 'verify'])
  const open = indexedDB.open('platform', 1)
  open.onupgradeneeded = () => open.result.createObjectStore('keys')
  const done = (request) => new Promise((resolve, reject) => { request.onsuccess = () => resolve(request.result); request.onerror = () => reject(request.error) })
  const database = await done(open)
  await done(database.transaction('keys', 'readwrite').objectStore('keys').put(privateKey, 'device'))
  const stored = await done(database.transaction('keys').objectStore('keys').get('device'))
  const signature = await crypto.subtle.sign('RSASSA-PKCS1-v1_5', stored, new Uint8Array([1]))
  database.close()
  return {
    secure: isSecureContext,
    key: stored.extractable === false && signature.byteLength === 256 ? 'stored' : 'lost',
    locks: await navigator.locks.request('platform', () => true),
    modal: typeof HTMLDialogElement.prototype.showModal === 'function',
  }
}`

/** Runs in the page. Adds a button that is below the viewport and moves in each of 30 animation frames, without a way to scroll to it. */
const addMovingButton = `() => {
  const button = document.createElement('button')
  button.textContent = 'Moving'
  button.onclick = () => (button.textContent = 'Clicked')
  document.body.append(button)
  let frames = 30
  const move = () => {
    button.style.cssText = 'position: fixed; z-index: 9; left: 40px; top: ' + (frames * 60) + 'px'
    if (frames-- > 0) requestAnimationFrame(move)
  }
  move()
}`

/** Runs in the page. */
const addSheet = `(css) => {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(css)
  document.adoptedStyleSheets = [sheet]
  return null
}`
