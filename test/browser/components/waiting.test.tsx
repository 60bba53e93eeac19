import { cleanup, render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { type ClientStorage, createMemoryStorage } from '../../../src/client/index.ts'
import { ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { stopLabel } from '../../fixtures/company-titles.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, press, show } from './harness.tsx'

afterEach(cleanup)

const PARTS = [
  ['the screen', <ConsentScreen key="screen" />, '.licet-screen'],
  ['the settings', <ConsentSettings key="settings" />, '.licet-settings'],
] as const satisfies readonly (readonly [string, ReactElement, string])[]

/** Records the texts of an element from now on, without repetitions in a row. */
function follow(element: Element): readonly string[] {
  const seen = [element.textContent ?? '']
  new MutationObserver(() => {
    const text = element.textContent ?? ''
    if (seen.at(-1) !== text) seen.push(text)
  }).observe(element, { childList: true, characterData: true, subtree: true })
  return seen
}

describe.each(PARTS)('a decision that waits in %s', (_, part) => {
  // Regression: the recipient was Orchard Research on the question, and research.example right after Accept.
  it('experience 11: names each recipient as the question did', async () => {
    const asked: typeof agreement = {
      ...agreement,
      destinationLabels: { 'research.example': 'Orchard Research' },
      purposes: [{ usecase: 'analytics', necessary: true, destinations: ['research.example'] }],
    }
    await show(part, { state: 'queued', config: { agreement: asked } })
    expect((await appear('[data-part="outcome-next"] [data-part="purposes"]')).textContent).toMatch(/Goes.to:.Orchard Research/)
  })

  const rows = () =>
    [...document.querySelectorAll('[data-part="outcome-next"] [data-line]')].map((row) => row.textContent?.replace(/\s+/g, ' '))

  // Regression: with an end that the host app computes at each visit, the agreement differs after a reload, and the reward was gone.
  it.each([
    ['the same agreement', {}],
    ['another end', { expiry: '2099-01-01T00:00:00Z' }],
    ['another reward and data', { compensation: '5 points', tags: ['email_receipt'] as const }],
  ])('experience 11: shows the same rows after a reload, with %s', async (_, change) => {
    const { scene } = await show(part, { state: 'queued' })
    await appear('[data-part="outcome-next"]')
    const before = rows()
    expect(before).toHaveLength(7)
    cleanup()
    const config = { ...scene.config, agreement: { ...scene.config.agreement, ...change } }
    render(
      <Stage scene={{ ...scene, config, acts: [] }} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        {part}
      </Stage>,
    )
    await whenStaged(document, 'queued')
    await appear('[data-part="outcome-next"]')
    expect(rows()).toEqual(before)
  })
})

describe.each(PARTS)('a withdrawal in %s', (_, part, root) => {
  // Regression: the title "You withdrew" was above "Withdrawing", and four texts were announced, two of them about the network.
  it('experience 13: has a consistent title and text while it is sent', async () => {
    await show(part, { state: 'withdrawing' })
    await expect.poll(() => find(root).textContent).toContain(en['status.withdrawn.title'])
    expect(find(root).textContent).toContain(en['status.withdrawing'])
    expect(find(root).textContent).not.toContain(en['status.withdrawing.title'])
    expect(find(root).textContent).not.toContain(en['status.withdrawn.queued'])
  })

  it.each(['withdrawing', 'withdrawn'] as const)(
    'experience 13: shows what withdrawing does not undo in the state %s',
    async (state) => {
      await show(part, { state })
      expect(find(root).textContent).toContain(en['settings.stays.text'])
    },
  )

  it('experience 13 and 18: takes one action offline, and is announced once then and once on delivery', async () => {
    const { scene, state } = await show(part, { state: 'queued' })
    const live = follow(find(`${root} [data-part="live"]`))
    await press(stopLabel('Bramble Market'))
    await state('withdrawing')
    await expect.poll(() => find(root).textContent).toContain(`${en['status.withdrawn.queued']}${en['settings.stays.text']}`)
    await expect.poll(() => document.activeElement?.tagName).toMatch(/^H[12]$/)
    await expectAccessible()
    scene.world.setNetwork('online')
    await state('withdrawn')
    await expect.poll(() => live.at(-1)).toBe(en['status.withdrawn.title'])
    expect(live.slice(1).filter((text) => text !== '')).toEqual([en['status.withdrawn.queued'], en['status.withdrawn.title']])
  })

  // Regression: the screen promised delivery, but the withdrawal was lost with the page.
  it('G7, experience 13: shows on a full disk that the page has to stay open until delivery', async () => {
    const rows = createMemoryStorage()
    let isFull = false
    const full = () => Promise.reject(new DOMException('full', 'QuotaExceededError'))
    const update: ClientStorage['update'] = (...change) => (isFull ? full() : rows.update(...change))
    const { scene, state } = await show(part, { state: 'queued', config: { storage: { ...rows, kind: 'persistent', update } } })
    isFull = true
    await press(stopLabel('Bramble Market'))
    await state('withdrawing')
    await expect.poll(() => find(root).textContent).toContain(en['status.withdrawn.memory'])
    expect(find(root).textContent).not.toContain(en['status.withdrawn.queued'])
    expect(find(root).textContent).not.toContain(en['status.withdrawn.title'])
    await expect.poll(() => find(`${root} [data-part="live"]`).textContent).toBe(en['status.withdrawn.memory'])
    // Regression: the text was "your license stays in force", but the license was never sent.
    expect(find(root).textContent).not.toContain('your license stays in force')
    await press(en['action.retry'])
    // Regression: the alert promised that the decision is kept and sent automatically.
    await expect.poll(() => find('[role="alert"]').textContent).toBe(en['status.retry.failed.memory'])
    await expectAccessible()
    scene.world.setNetwork('online')
    await state('withdrawn')
    expect(find(root).textContent).not.toContain(en['status.withdrawn.memory'])
  })

  // Regression: only a waiting agreement had the button, and automatic attempts end after 12.
  it('experience 13 and 18: can be tried again while it waits, and loses no focus on delivery', async () => {
    const { scene, state } = await show(part, { state: 'queued' })
    await press(stopLabel('Bramble Market'))
    await state('withdrawing')
    await press(en['action.retry'])
    await expect.poll(() => find('[role="alert"]').textContent).toBe(en['status.retry.failed'])
    await expect.poll(() => document.activeElement?.textContent).toBe(en['action.retry'])
    await expectAccessible()
    scene.world.setNetwork('online')
    await state('withdrawn')
    expect(find(root).textContent).not.toContain(en['action.retry'])
    await expect.poll(() => document.activeElement?.tagName).toMatch(/^H[12]$/)
  })
})

it('experience 13: a waiting withdrawal in a dialog can be tried again or left with Done', async () => {
  const { state } = await show(<ConsentScreen surface="dialog" />, { state: 'offline' })
  await press(en['decision.accept'])
  await state('queued')
  await press(stopLabel('Bramble Market'))
  await state('withdrawing')
  await press(en['action.retry'])
  await expect.poll(() => find('[role="alert"]').textContent).toBe(en['status.retry.failed'])
  await press(en['action.done'])
  await expect.poll(() => find<HTMLDialogElement>('.licet-screen').open).toBe(false)
})

// Regression: the text was on screen, but nothing was announced until the withdrawal was done.
it('experience 18: a slow withdrawal without storage announces that the page has to stay open', async () => {
  const { scene, state } = await show(<ConsentSettings />, {
    state: 'already-licensed',
    config: { storage: createMemoryStorage() },
  })
  let release = () => {}
  const until = new Promise<void>((resolve) => (release = resolve))
  scene.world.faults.add({ kind: 'delay', until }, { path: '/license/create' })
  await userEvent.click(await appear('[data-part="withdraw"]'))
  await state('withdrawing')
  await expect.poll(() => find('.licet-settings [data-part="live"]').textContent).toBe(en['status.withdrawn.memory'])
  release()
  await state('withdrawn')
  await expect.poll(() => find('.licet-settings [data-part="live"]').textContent).toBe(en['status.withdrawn.title'])
})

// Regression: the texts promised that the decision is kept on this device.
it('G7, experience 24: a screen without storage offline asks to leave the page open, before and after Accept', async () => {
  const { state } = await show(<ConsentScreen />, { state: 'offline', config: { storage: createMemoryStorage() } })
  await expect.poll(() => find('.licet-screen').textContent).toContain(en['status.offline.memory'])
  expect(find('.licet-screen').textContent).not.toContain(en['status.offline'])
  await press(en['decision.accept'])
  await state('queued')
  await expect.poll(() => find('.licet-screen [data-part="live"]').textContent).toBe(en['status.queued.memory'])
  await expectAccessible()
})

describe('terms that did not load', () => {
  // Regression: the button disappeared with its message, and so the focus was lost.
  it.each(['terms-error', 'terms-loading'] as const)(
    'experience 18: keep the focus in place on a retry in the state %s',
    async (state) => {
      await show(<ConsentScreen />, { state })
      await press(en['action.retry'])
      await expect.poll(() => document.activeElement).toBe(find('[data-part="screen-decision"]'))
      await expectAccessible()
    },
  )
})

describe('a withdrawal with a network', () => {
  it('experience 13 and 18: is announced once', async () => {
    const { state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    const live = follow(find('.licet-settings [data-part="live"]'))
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    await expect.poll(() => live.at(-1)).toBe(en['status.withdrawn.title'])
    expect(live).toEqual(['', en['status.withdrawn.title']])
  })

  it('experience 13: shows that it waits after a failed attempt', async () => {
    const { scene, state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    scene.world.faults.add({ kind: 'status', status: 503 }, { path: '/license/create', times: Number.POSITIVE_INFINITY })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawing')
    await expect.poll(() => find('.licet-settings').textContent).toContain(en['status.withdrawn.queued'])
  })
})

describe.each(PARTS)('a license that waits for the network in %s', (_, part, root) => {
  const line = (name: string) => find(`${root} [data-line="${name}"] dd`).textContent

  it('experience 11 to 13: shows what was signed, when and for whom, and offers a retry and a withdrawal', async () => {
    const { scene, state } = await show(part, { state: 'queued' })
    await appear(`${root} [data-line]`)
    expect(line('parties')).toBe('Bramble Market')
    expect(line('done')).toContain(String(new Date().getFullYear()))
    expect(line('data')).toMatch(/^Purchase history, paper receipts and email receipts$/)
    expect(line('purposes')).toContain('Statistics')
    expect(line('purposes')).not.toContain('Personal offers')
    expect(line('purposes')).not.toContain('Personal ads')
    expect(line('reward')).toBe('100 points for each receipt')
    expect(line('withdrawal')).toBe(en['summary.withdrawal.how'])
    await expectAccessible()
    scene.world.setNetwork('online')
    await state('licensed')
  })

  it('experience 18: the focus moves to the title when the pressed button disappears', async () => {
    const { scene, state } = await show(part, { state: 'queued' })
    await press(en['action.retry'])
    scene.world.setNetwork('online')
    await state('licensed')
    await expect.poll(() => document.activeElement?.getAttribute('data-part')).toMatch(/^(?:screen|settings)-title$/)
  })

  // Regression: the purposes were missing after a reload, because only the page knew the choices.
  it('experience 11: shows when, for whom and what for it was signed after a reload, and can be withdrawn', async () => {
    const { scene } = await show(part, { state: 'queued' })
    cleanup()
    render(
      <Stage scene={{ ...scene, acts: [] }} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        {part}
      </Stage>,
    )
    await whenStaged(document, 'queued')
    await appear(`${root} [data-line]`)
    expect(line('parties')).toBe('Bramble Market')
    expect(line('purposes')).toContain('Statistics')
    expect(line('purposes')).not.toContain('Personal ads')
    await press(stopLabel('Bramble Market'))
    await whenStaged(document, 'withdrawing')
  })
})

describe('a new choice that waits for the network', () => {
  it('experience 11: the settings show it above the license that is still in force', async () => {
    const { scene, state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    await press(en['settings.change'])
    await userEvent.click(await appear('[data-part="purpose"] input'))
    scene.world.setNetwork('offline')
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('queued')
    await expect.poll(() => find('.licet-settings').textContent).toContain(en['status.queued.title'])
    expect(find('.licet-settings [data-line="purposes"]').textContent).toContain('Personal offers')
    expect(document.querySelectorAll('[data-part="withdraw"]')).toHaveLength(1)
    await expectAccessible()
  })
})

describe('an error', () => {
  // Regression: the text was "Load this page again and decide once more", but the button was "Try again".
  it('experience 18: names the action of its button when a license is refused', async () => {
    await show(<ConsentScreen />, { state: 'submit-error' })
    const alert = await appear('[role="alert"]')
    expect(alert.textContent).toContain(en['error.refused'])
    expect(alert.querySelector('[data-part="message-text"]')?.textContent).toMatch(/Try again/)
    expect(alert.querySelector('button')?.textContent).toBe(en['action.retry'])
  })

  it.each([401, 400])('experience 18: offers no retry for a wrong configuration (%i)', async (status) => {
    const fetch = async () => Response.json({ error: 'invalid_client' }, { status })
    await show(<ConsentScreen />, { state: 'submit-error', config: { fetch } })
    const alert = await appear('[role="alert"]')
    expect(alert.textContent).toContain(en['error.setup'].replace('{company}', agreement.company.name))
    expect(alert.querySelector('button')).toBeNull()
    await expectAccessible()
  })
})
