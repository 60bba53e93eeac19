import { cleanup } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { cdp, userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import {
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { licensedTitle } from '../../fixtures/company-titles.ts'
import { appear, find, press, type Shown, show } from './harness.tsx'

afterEach(cleanup)

interface MouseSession {
  send(method: 'Input.dispatchMouseEvent', event: object): Promise<unknown>
}

/** Presses the mouse at one point and releases it at another, in steps, as a person who selects text. */
async function drag(from: readonly [number, number], to: readonly [number, number]): Promise<void> {
  const frame = (window.frameElement ?? document.documentElement).getBoundingClientRect()
  const session = cdp() as unknown as MouseSession
  const send = (type: string, [x, y]: readonly [number, number]) =>
    session.send('Input.dispatchMouseEvent', { type, x: x + frame.x, y: y + frame.y, button: 'left', buttons: 1, clickCount: 1 })
  await send('mouseMoved', from)
  await send('mousePressed', from)
  await send('mouseMoved', [(from[0] + to[0]) / 2, (from[1] + to[1]) / 2])
  await send('mouseMoved', to)
  await send('mouseReleased', to)
}

/** Another tab of the same person on the same device. */
function openTab({ scene }: Shown): ServiceClient {
  return new ServiceClient({ ...scene.config, prewarm: 'none' })
}

/** Holds the response of the service back until the returned function is called. */
function delayResponse({ scene }: Shown, path = '/license/create'): () => void {
  let respond = () => {}
  const until = new Promise<void>((resolve) => {
    respond = resolve
  })
  scene.world.faults.add({ kind: 'delay', until }, { path })
  return respond
}

const announcements = () =>
  [...document.querySelectorAll('[data-part="live"]')].map(({ textContent }) => textContent).filter(Boolean)
const dialog = () => find<HTMLDialogElement>('dialog')
const field = <input aria-label="Search" id="field" />
const created = ({ scene }: Shown) => scene.world.requests.filter(({ path }) => path.includes('/license/create')).length

describe('a person who types while a decision is sent', () => {
  it.each<[string, ReactElement]>([
    ['a screen on the page', <ConsentScreen key="page" />],
    ['an inline screen', <ConsentScreen key="inline" surface="inline" />],
  ])('loses no letter beside %s', async (_, surface) => {
    const shown = await show(
      <>
        {field}
        {surface}
      </>,
    )
    const respond = delayResponse(shown)
    await userEvent.click(await appear('[data-part="accept"]'))
    await userEvent.click(find('#field'))
    await userEvent.keyboard('twenty ')
    respond()
    await shown.state('licensed')
    await userEvent.keyboard('letters in all')
    expect(find<HTMLInputElement>('#field').value).toBe('twenty letters in all')
    expect(document.activeElement).toBe(find('#field'))
    await expect.poll(announcements).toContain(licensedTitle('Bramble Market'))
  })

  it('loses no letter beside settings, when a withdrawal arrives', async () => {
    const shown = await show(
      <>
        {field}
        <ConsentSettings />
      </>,
      { state: 'already-licensed' },
    )
    const respond = delayResponse(shown)
    find('[data-part="withdraw"]').click()
    find('#field').focus()
    respond()
    await shown.state('withdrawn')
    expect(document.activeElement).toBe(find('#field'))
  })

  it('loses no letter in a form whose agreement is refused', async () => {
    const shown = await show(
      <form onSubmit={(event) => event.preventDefault()}>
        {field}
        <TermsCheckbox />
        <button type="submit">Sign up</button>
      </form>,
    )
    const respond = delayResponse(shown, '/auth/token')
    shown.scene.world.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
    await userEvent.click(await appear('.licet-checkbox input'))
    await press('Sign up')
    await userEvent.click(find('#field'))
    respond()
    await shown.state('submit-error')
    await expect.poll(() => document.querySelector('.licet-checkbox [role="alert"]')).not.toBeNull()
    expect(document.activeElement).toBe(find('#field'))
  })
})

describe('a decision that was made in another tab', () => {
  it.each<[string, ReactElement]>([
    ['a screen', <ConsentScreen key="screen" />],
    ['a dialog', <ConsentScreen key="dialog" surface="dialog" defaultOpen={false} />],
    ['settings', <ConsentSettings key="settings" />],
    ['a gate', <ConsentGate key="gate" usecase="analytics" />],
    ['a form', <TermsCheckbox key="checkbox" />],
    [
      'several surfaces',
      [<ConsentScreen key="screen" surface="inline" />, <ConsentSettings key="settings" />] as unknown as ReactElement,
    ],
  ])('moves no focus and is announced once beside %s', async (_, surface) => {
    const shown = await show(
      <form>
        {field}
        {surface}
      </form>,
    )
    await appear('[data-part="live"]')
    const tab = openTab(shown)
    find('#field').focus()
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(announcements).toEqual([en['status.already.title']])
    expect(document.activeElement).toBe(find('#field'))
    await tab.revokeLicense()
    await shown.state('withdrawn')
    await expect.poll(announcements).toHaveLength(1)
    expect(document.activeElement).toBe(find('#field'))
    await tab.close()
  })

  it('moves no focus when nothing has it', async () => {
    const shown = await show(<ConsentScreen />)
    // An earlier act of this page.
    await userEvent.click(await appear('[data-part="decline"]'))
    await shown.state('declined')
    ;(document.activeElement as HTMLElement).blur()
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(announcements).toEqual([en['status.already.title']])
    expect(document.activeElement).toBe(document.body)
    await tab.close()
  })

  // Regression: the button with the focus was removed, and the focus was on the body: a keyboard started at the top of the page.
  it.each<[string, ReactElement, 'ready' | 'update-material', string]>([
    ['a screen', <ConsentScreen key="screen" surface="inline" />, 'ready', '[data-part="accept"]'],
    ['a notice', <TermsNotice key="notice" />, 'update-material', '.licet-notice button'],
  ])('keeps the place of a person whose focus is in %s', async (_, surface, state, focused) => {
    const shown = await show(surface, { state })
    const button = await appear(focused)
    button.focus()
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(() => button.isConnected).toBe(false)
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    await tab.close()
  })

  it('keeps the place of a person whose focus is in the settings', async () => {
    const shown = await show(<ConsentSettings />, { state: 'already-licensed' })
    const button = await appear('[data-part="withdraw"]')
    button.focus()
    const tab = openTab(shown)
    await tab.revokeLicense()
    await shown.state('withdrawn')
    await expect.poll(() => button.isConnected).toBe(false)
    await expect.poll(() => document.activeElement).not.toBe(document.body)
    await tab.close()
  })

  // Regression: the ticked box was hidden, and the focus was on the body.
  it('keeps the place of a person whose focus is in the box of a form', async () => {
    const shown = await show(
      <form>
        <TermsCheckbox />
      </form>,
    )
    const box = await appear<HTMLInputElement>('.licet-checkbox input[type=checkbox]')
    box.focus()
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(() => box.hidden).toBe(true)
    // The browser moves the focus away from a hidden element when it draws the next frame.
    await expect.poll(() => document.activeElement).toBe(find('[data-part="checkbox-answer"]'))
    await tab.close()
  })

  it('is announced when it closes an open dialog', async () => {
    const shown = await show(<ConsentScreen surface="dialog" />)
    await appear('[data-part="accept"]')
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(() => dialog().open).toBe(false)
    await expect.poll(announcements).toEqual([en['status.already.title']])
    await tab.close()
  })

  it('is announced in an open dialog, not in the screen behind it', async () => {
    const shown = await show(
      <>
        <ConsentScreen surface="inline" />
        <ConsentScreen surface="dialog" open />
      </>,
    )
    await expect.poll(() => dialog().matches(':modal')).toBe(true)
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(announcements).toEqual([en['status.already.title']])
    expect(dialog().querySelector('[data-part="live"]')?.textContent).toBe(en['status.already.title'])
    await tab.close()
  })

  it('is announced where a notice asked', async () => {
    const shown = await show(<TermsNotice surface="inline" />, { state: 'update-material' })
    await appear('[data-part="accept"]')
    const tab = openTab(shown)
    await tab.createLicense()
    await shown.state('already-licensed')
    await expect.poll(announcements).toEqual([en['status.already.title']])
    await tab.close()
  })
})

describe('a dismissal beside a dialog', () => {
  it('needs a press that began beside it: selecting text dismisses nothing', async () => {
    const shown = await show(<ConsentScreen surface="dialog" />, { width: 1024, height: 700 })
    await appear('[data-part="accept"]')
    const { left, top } = dialog().getBoundingClientRect()
    await drag([left + 60, top + 60], [left - 10, top + 60])
    expect(dialog().open).toBe(true)
    await drag([left - 10, top + 60], [left + 60, top + 60])
    expect(dialog().open).toBe(true)
    await drag([left - 10, top + 60], [left - 12, top + 61])
    await shown.state('dismissed')
  })
})

describe('a dialog that the host app keeps open', () => {
  it.each<[string, ReactElement, 'ready' | 'already-licensed']>([
    ['ConsentScreen', <ConsentScreen key="screen" surface="dialog" open />, 'ready'],
    ['ConsentLink', <ConsentLink key="link" open />, 'already-licensed'],
  ])('%s stays open, however often Esc is pressed', async (_, surface, state) => {
    await show(surface, { state })
    await expect.poll(() => dialog().open).toBe(true)
    // Browsers close a dialog by themselves on a second Esc without any other act.
    for (const _press of [1, 2, 3, 4]) await userEvent.keyboard('{Escape}')
    await expect.poll(() => dialog().matches(':modal')).toBe(true)
    dialog().close()
    await expect.poll(() => dialog().matches(':modal')).toBe(true)
  })
})

describe('an impatient person', () => {
  it('makes one license with a double click', async () => {
    const shown = await show(<ConsentScreen surface="dialog" />)
    await userEvent.dblClick(await appear('[data-part="accept"]'))
    await shown.state('licensed')
    expect(created(shown)).toBe(1)
  })

  it('makes one license by holding Enter down, and stays on the outcome', async () => {
    const shown = await show(<ConsentScreen surface="dialog" />)
    const accept = await appear('[data-part="accept"]')
    accept.focus()
    await userEvent.keyboard('{Enter>20/}')
    await shown.state('licensed')
    expect(created(shown)).toBe(1)
    expect(dialog().open).toBe(true)
  })

  it('who presses Esc while the decision is sent keeps the decision', async () => {
    const shown = await show(<ConsentScreen surface="dialog" />)
    const respond = delayResponse(shown)
    await userEvent.click(await appear('[data-part="accept"]'))
    await userEvent.keyboard('{Escape}{Escape}')
    respond()
    await shown.state('licensed')
    expect(created(shown)).toBe(1)
    await expect.poll(() => shown.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  it('creates no license when the person presses Accept and Decline at the same time', async () => {
    const shown = await show(<ConsentScreen />)
    const accept = await appear('[data-part="accept"]')
    const decline = find('[data-part="decline"]')
    accept.click()
    decline.click()
    await shown.state('withdrawn')
    expect(created(shown)).toBe(2)
  })
})

describe('"Try again" for a decision that waits', () => {
  it.each<[string, ReactElement]>([
    ['a screen', <ConsentScreen key="screen" />],
    ['settings', <ConsentSettings key="settings" />],
    ['a gate', <ConsentGate key="gate" usecase="analytics" />],
  ])('shows in %s that it tries, and announces that it failed again', async (_, surface) => {
    await show(surface, { state: 'queued' })
    const button = () => document.querySelector('[data-variant="waiting"] [data-part="action"]')
    await expect.poll(() => button()?.textContent).toBe(en['action.retry'])
    for (const _press of [1, 2]) {
      const label: (string | null)[] = []
      const observer = new MutationObserver(() => label.push(button()?.textContent ?? null))
      observer.observe(document.body, { subtree: true, characterData: true, childList: true })
      await userEvent.click(button() as HTMLElement)
      await expect.poll(() => label).toContain(en['action.retrying'])
      await expect.poll(() => document.querySelector('[role="alert"]')?.textContent).toBe(en['status.retry.failed'])
      await expect.poll(() => button()?.textContent).toBe(en['action.retry'])
      observer.disconnect()
    }
  })
})
