import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { agreement } from '../../../stories/.storybook/world.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

const inView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe('on a wide screen', () => {
  it.each([
    [1280, 860],
    [1024, 640],
  ])('the decision is in view from the start to the end of the page, at %i by %i', async (width, height) => {
    await show(<ConsentScreen />, { width, height })
    await appear('[data-part="accept"]')
    const decline = find('[data-part="decline"]')
    for (let at = 0; at < document.documentElement.scrollHeight; at += 100) {
      scrollTo(0, at)
      expect([at, inView(find('[data-part="accept"]')), inView(decline)]).toEqual([at, true, true])
    }
  })

  // Under the redline the foot of the window held Accept, and Decline only after scrolling.
  it('experience 4: below what changed, the window does not open on one choice without the other', async () => {
    await show(<ConsentScreen />, { state: 'update-material', width: 1024, height: 860 })
    await appear('.licet-diff')
    expect(inView(await appear('[data-part="accept"]'))).toBe(inView(find('[data-part="decline"]')))
  })

  it('experience 19: the decision that stays in view covers nothing that has the focus', async () => {
    await show(<ConsentScreen />, { width: 1280, height: 640 })
    await appear('[data-part="accept"]')
    for (let step = 0; step < 20; step++) {
      await userEvent.keyboard('{Tab}')
      const { activeElement } = document
      if (activeElement === null || activeElement.closest('[data-part="screen-summary"]') === null) continue
      const box = activeElement.getBoundingClientRect()
      const covering = document.elementFromPoint(box.left + box.width / 2, box.bottom - 1)
      expect(activeElement.contains(covering), activeElement.outerHTML.slice(0, 120)).toBe(true)
    }
  })

  it('the text scrolls in a panel no taller than the window, and a fade tells that it goes on', async () => {
    await show(<ConsentScreen />, { width: 1280, height: 860 })
    await appear('[data-part="accept"]')
    const text = find('[data-part="terms-text"]')
    expect(find('.licet-terms').offsetHeight).toBeLessThanOrEqual(860)
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    expect(getComputedStyle(text).backgroundAttachment).toBe('local, local, scroll, scroll')
  })

  it('the receipt stands beside what comes next', async () => {
    await show(<ConsentScreen onDone={() => {}} />, { state: 'licensed', width: 1280 })
    const receipt = (await appear('.licet-receipt')).getBoundingClientRect()
    const next = find('[data-part="outcome-next"]').getBoundingClientRect()
    expect(next.right).toBeLessThan(receipt.left)
    expect(Math.abs(next.top - receipt.top)).toBeLessThan(2)
  })
})

describe('on a phone', () => {
  it('the bar leads to the decision and goes once that is in view, and nothing moves', async () => {
    await show(<ConsentScreen />, { width: 320, height: 640 })
    const accept = await appear('[data-part="accept"]')
    const bar = find('[data-part="screen-bar"]')
    await expect.poll(() => getComputedStyle(bar).visibility).toBe('visible')
    const height = document.documentElement.scrollHeight
    accept.scrollIntoView({ block: 'end' })
    await expect.poll(() => getComputedStyle(bar).visibility).toBe('hidden')
    expect(document.documentElement.scrollHeight).toBe(height)
    scrollTo(0, 0)
    await expect.poll(() => getComputedStyle(bar).visibility).toBe('visible')
  })
})

describe('recipients', () => {
  const one = { destinations: ['pomelo.example'], purposes: ['analytics', { usecase: 'personalization' }] } as const

  it('that are the same for every purpose are said once, as they are written', async () => {
    await show(<ConsentScreen />, { config: agreementWith(one) })
    await appear('[data-part="accept"]')
    expect(find('[data-line="recipients"] dd').textContent).toBe('pomelo.example')
    expect(find('[data-line="purposes"]').textContent).not.toContain('pomelo.example')
    await show(<ConsentSettings />, { state: 'already-licensed', config: agreementWith(one) })
    await appear('[data-part="withdraw"]')
    expect(document.body.textContent).toContain('Goes\u00a0to: pomelo.example')
    expect(document.body.textContent).not.toContain('Pomelo.example')
  })

  it('that differ are said with each purpose, and “Goes to:” is never torn apart', async () => {
    const purposes = ['analytics', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentScreen />, { config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="accept"]')
    const told = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(told).toEqual([
      'Needed for this license · Goes\u00a0to: pomelo.example',
      'Your choice, off until you turn it on · Goes\u00a0to: lab.example',
    ])
  })
})

function agreementWith(changes: object) {
  return { agreement: { ...agreement, ...changes } }
}
