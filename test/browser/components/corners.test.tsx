import '../../../src/theme/compositions/card.css'
import '../../../src/theme/compositions/ledger.css'
import '../../../src/theme/compositions/letter.css'
import { cleanup } from '@testing-library/react'
import type { CSSProperties } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentGate, ConsentScreen, ConsentSettings, Decision, TermsCheckbox, TermsNotice } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import type { Messages } from '../../../src/locales/format/messages.ts'
import { stopLabel } from '../../fixtures/company-titles.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { emulate, STILL } from './emulate.ts'
import { animationsEnd, appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

const CATALOGS = import.meta.glob<Messages>(['../../../src/locales/*.ts', '!**/load.ts'], { eager: true, import: 'default' })
const noop = () => {}

const boxOf = (selector: string) => find(selector).getBoundingClientRect()

describe('on a phone', () => {
  // Regression: the bar was 129 px high, and the words "full terms" in it led nowhere.
  it('look: the bar is at most 96 px high, and its link to the full terms is as high as a finger needs', async () => {
    await show(<ConsentScreen />, { width: 390, height: 844 })
    await appear('[data-part="decision-notice"] a')
    expect(find('[data-part="screen-decision"]').offsetHeight).toBeLessThanOrEqual(96)
    const link = boxOf('[data-part="decision-notice"] a')
    expect(link.height).toBeGreaterThanOrEqual(44)
    for (const name of ['accept', 'decline']) expect(link.bottom).toBeLessThanOrEqual(boxOf(`[data-part="${name}"]`).top)
    const hit = document.elementFromPoint(link.left + link.width / 2, link.top + link.height / 2)
    expect(hit?.closest('a')).toBe(find('[data-part="decision-notice"] a'))
  })

  // Regression: in five of eight languages the sentence took three lines on a small phone, and the bar was 111 px high.
  it('look: the sentence above the choices has two lines in each language on the smallest phone, in a wide font', async () => {
    const bar = (
      <div style={{ width: 280, fontFamily: 'DejaVu Sans' }}>
        <Decision onAccept={noop} onDecline={noop} termsId="terms" />
      </div>
    )
    const heights: Record<string, number> = {}
    for (const [path, messages] of Object.entries(CATALOGS)) {
      const locale = path.replace(/^.*\/|\.ts$/g, '')
      await show(bar, { width: 320, height: 640, locale, messages })
      heights[locale] = find('[data-part="decision-notice"]').offsetHeight
    }
    expect(heights).toEqual(Object.fromEntries(Object.keys(heights).map((locale) => [locale, 32])))
    expect(Object.keys(heights)).toHaveLength(8)
  })

  // Regression: the bar stood in the flow, below the window.
  it('look: both choices are visible in landscape', async () => {
    await show(<ConsentScreen />, { width: 844, height: 390 })
    await appear('[data-part="accept"]')
    for (const name of ['accept', 'decline']) expect(boxOf(`[data-part="${name}"]`).bottom).toBeLessThanOrEqual(390)
    expect(find('[data-part="screen-decision"]').offsetHeight).toBeLessThanOrEqual(390 * 0.3)
  })

  // Regression: below a header of the app, the edge of the window cut both buttons.
  it('look: both choices are visible in landscape below a header of the app', async () => {
    const belowHeader = (
      <>
        <div style={{ height: 65 }} />
        <ConsentScreen style={{ '--licet-window': 'calc(100dvh - 65px)' } as CSSProperties} />
      </>
    )
    await show(belowHeader, { width: 844, height: 390 })
    await appear('[data-part="accept"]')
    for (const name of ['accept', 'decline']) expect(boxOf(`[data-part="${name}"]`).bottom).toBeLessThanOrEqual(390)
  })

  it('look: three facts stand above the bar on the smallest phone', async () => {
    await show(<ConsentScreen />, { width: 320, height: 640 })
    await appear('[data-part="accept"]')
    expect(boxOf('[data-line="duration"]').bottom).toBeLessThan(boxOf('[data-part="screen-decision"]').top)
  })

  it('look: explanations of purposes are 14 px', async () => {
    await show(<ConsentScreen />, { width: 390 })
    await appear('[data-part="purpose-detail"]')
    expect(getComputedStyle(find('[data-part="purpose-detail"]')).fontSize).toBe('14px')
  })
})

describe('in a wide window', () => {
  // Regression: a card of 720 px hung at the top of a page of 1080 px.
  it('look: the card is in the middle, and the terms use its height', async () => {
    await show(<ConsentScreen />, { width: 1920, height: 1080 })
    await appear('[data-part="accept"]')
    const card = boxOf('[data-part="screen-body"]')
    expect(card.height).toBeGreaterThanOrEqual(1080 * 0.75)
    expect(Math.abs(card.top - (1080 - card.bottom))).toBeLessThanOrEqual(2)
    expect(boxOf('[data-part="terms-text"]').bottom).toBeGreaterThan(card.bottom - 40)
  })
})

describe('the rhythm', () => {
  it('look: 32 px stand between the facts and the first group, whose title is a separate heading', async () => {
    await show(<ConsentScreen />, { width: 390 })
    await appear('[data-part="accept"]')
    expect(boxOf('.licet-purposes').top - boxOf('[data-part="summary-lines"]').bottom).toBe(32)
    const groups = [...document.querySelectorAll('[data-part="purpose-title"]')]
    expect(groups.map(({ tagName, textContent }) => [tagName, textContent])).toEqual([
      ['H3', en['purposes.necessary']],
      ['H3', en['purposes.optional']],
    ])
    const names = [...document.querySelectorAll('[role="group"], ul[aria-labelledby]')].map(
      (group) =>
        group.getAttribute('aria-label') ?? document.getElementById(group.getAttribute('aria-labelledby') ?? '')?.textContent,
    )
    expect(new Set(names).size).toBe(names.length)
  })

  it('look: the line below the name has the legal name and the domain', async () => {
    const company = { ...agreement.company, legalName: 'Bramble Market Ltd', privacyUrl: 'https://www.bramble.example/privacy' }
    await show(<ConsentScreen />, { config: { agreement: { ...agreement, company } } })
    expect((await appear('[data-part="company-address"]')).textContent).toBe('Bramble Market Ltd · bramble.example')
  })

  it('look: `logo: false` leaves the mark to the header of the page', async () => {
    await show(<ConsentScreen />, { appearance: { logo: false } })
    await appear('[data-part="accept"]')
    expect(document.querySelector('[data-part="company-mark"]')).toBeNull()
  })
})

describe('settings', () => {
  // Regression: the focus went to the title of the settings, and Escape did nothing.
  it('a change opens with the focus on its title, and Escape closes it', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed', width: 390, height: 844 })
    await press(en['settings.change'])
    await expect.poll(() => document.activeElement?.textContent).toBe(en['settings.change'])
    expect(document.activeElement?.getAttribute('data-part')).toBe('screen-title')
    await userEvent.keyboard('{Escape}')
    await appear('[data-part="settings-section"]')
    expect(document.querySelector('.licet-settings .licet-screen')).toBeNull()
  })

  it('look: without a permission there is one title, no disc, and a button as wide as its label', async () => {
    await show(<ConsentSettings />, { width: 390, height: 844 })
    await appear('[data-part="settings-none"]')
    expect([...document.querySelectorAll('.licet-settings :is(h1, h2, h3)')].map(({ textContent }) => textContent)).toEqual([
      en['settings.title'],
    ])
    expect(document.querySelector('.licet-settings svg')).toBeNull()
    expect(boxOf('[data-part="settings-none"] button').width).toBeLessThan(200)
  })

  // Regression: the settings said only that the person has given no permission, after an Accept that the service refused.
  it('an agreement that was refused is reported with its error', async () => {
    await show(<ConsentSettings />, { state: 'submit-error', width: 390, height: 844 })
    expect((await appear('.licet-settings [role="alert"]')).textContent).toContain(en['error.title'])
  })

  it('look: the button that stops is visible on a phone without scrolling', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed', width: 390, height: 844 })
    expect((await appear('[data-part="withdraw"]')).getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
    expect(find('[data-part="withdraw"]').textContent).toBe(stopLabel('Bramble Market'))
  })
})

describe('after a decision', () => {
  // Regression: after stopping, three equal buttons stood beside each other, with Done in the middle.
  it.each([
    ['withdrawn', [en['receipt.proof'], en['action.review']]],
    ['declined', [en['action.review']]],
  ] as const)('look: the one button is Done, below the rows, in the state %s', async (state, rows) => {
    await show(<ConsentScreen onDone={() => {}} />, { state, width: 390, height: 844 })
    await appear('.licet-rows')
    expect([...document.querySelectorAll('.licet-rows > *')].map(({ textContent }) => textContent)).toEqual(rows)
    const others = [...document.querySelectorAll('.licet-screen button')].filter((button) => !button.closest('.licet-rows'))
    expect(others.map(({ textContent }) => textContent)).toEqual([en['action.done']])
    expect(others[0]?.getBoundingClientRect().top).toBeGreaterThan(boxOf('.licet-rows').bottom)
  })

  it('look: the title of an outcome fades in, and never with reduced motion', async () => {
    const animation = () => getComputedStyle(find('[data-part="screen-title"]')).animation
    await emulate([{ ...STILL, value: 'no-preference' }])
    try {
      await show(<ConsentScreen />, { state: 'declined' })
      await appear('.licet-rows')
      expect(animation()).toContain('0.16s')
      await animationsEnd()
      await emulate([STILL])
      expect(animation()).not.toContain('0.16s')
    } finally {
      await emulate([])
    }
  })
})

describe('a composition', () => {
  const shownWith = async (composition: 'ledger' | 'letter' | 'card', illustration?: string) => {
    await show(<ConsentScreen />, { width: 390, height: 844, appearance: { composition, illustration } })
    await appear('[data-part="accept"]')
  }

  it('of a ledger has its facts in rows, each with its name on the left', async () => {
    await shownWith('ledger')
    const rows = [...document.querySelectorAll<HTMLElement>('[data-part="summary-lines"] > div')]
    for (const row of rows) {
      const [name, value] = [...row.children].map((cell) => cell.getBoundingClientRect())
      expect(name?.top).toBeCloseTo(value?.top ?? 0, 0)
      expect(name?.right).toBeLessThanOrEqual(value?.left ?? 0)
      expect(getComputedStyle(row).borderTopStyle).toBe('solid')
    }
  })

  it('of a letter begins with the question in the size of a sentence, and ends with a line to sign on', async () => {
    await shownWith('letter')
    expect(find('.licet-screen').dataset.layout).toBe('column')
    expect(Number.parseFloat(getComputedStyle(find('[data-part="screen-title"]')).fontSize)).toBeLessThanOrEqual(20)
    expect(getComputedStyle(find('.licet-decision'), '::before').borderTopWidth).toBe('1px')
  })

  it('of a card has its picture from edge to edge', async () => {
    await shownWith('card', "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 4 1'/%3E")
    const [picture, body] = [boxOf('[data-part="screen-illustration"]'), boxOf('[data-part="screen-body"]')]
    expect([picture.left, picture.right, picture.top]).toEqual([body.left, body.right, body.top])
  })

  it.each(['ledger', 'letter', 'card'] as const)('of a %s keeps both choices equal and in view', async (composition) => {
    await shownWith(composition)
    const [accept, decline] = ['accept', 'decline'].map((name) => boxOf(`[data-part="${name}"]`))
    expect([accept?.width, accept?.height, accept?.top]).toEqual([decline?.width, decline?.height, decline?.top])
    expect(accept?.bottom).toBeLessThanOrEqual(844)
  })
})

describe('other parts', () => {
  // Regression: four levels of indentation led from "What for" to a purpose.
  it('look: a form has two levels from a group to a purpose, and 24 px between its parts', async () => {
    await show(
      <form>
        <TermsCheckbox purposes />
      </form>,
      { width: 390, height: 1400 },
    )
    await appear('[data-part="checkbox-line"] input')
    expect(find('[data-part="purposes"]').closest('dl')).toBeNull()
    expect(boxOf('[data-part="purpose-title"]').left).toBe(boxOf('[data-part="summary-lines"]').left)
    const parts = ['[data-part="summary-lines"]', '[data-part="purposes"]', '.licet-terms', '[data-part="checkbox-answer"]'].map(
      boxOf,
    )
    for (const [at, { top }] of parts.entries()) if (at > 0) expect(top - (parts[at - 1]?.bottom ?? 0)).toBe(24)
  })

  // Regression: a banner was darker than the page in an app whose recessed areas are darker.
  it('look: a banner is a lighter surface than the page in the dark, with a shadow', async () => {
    const appearance = { theme: 'dark', variables: { 'color-sunken': 'oklch(0.18 0.01 80)' } } as const
    await show(<TermsNotice />, { state: 'update-material', appearance })
    const { backgroundColor, boxShadow } = getComputedStyle(await appear('.licet-notice'))
    const [banner, page] = [backgroundColor, getComputedStyle(find('.licet-notice [data-part="action"]')).backgroundColor].map(
      (color) => Number(/oklch\(([\d.]+)/.exec(color)?.[1]),
    )
    expect(banner).toBeGreaterThan(page ?? 1)
    expect(boxShadow).not.toBe('none')
  })

  it.each([390, 1024])('look: the card of a gate ends below its button, at %i px', async (width) => {
    await show(<ConsentGate usecase="analytics">content</ConsentGate>, { width })
    const card = (await appear('[data-part="gate"] button')).closest('[data-part="gate"]')?.getBoundingClientRect()
    expect((card?.bottom ?? 0) - boxOf('[data-part="gate"] button').bottom).toBeLessThanOrEqual(20)
  })
})
