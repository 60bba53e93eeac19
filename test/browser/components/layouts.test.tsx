import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentGate, ConsentScreen, TermsNotice } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import fr from '../../../src/locales/fr.ts'
import ja from '../../../src/locales/ja.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { animationsEnd, appear, expectAccessible, find, press, type ShowOptions, show } from './harness.tsx'

afterEach(cleanup)

const PHONE = { width: 390, height: 844 } as const
const WIDE = { width: 1280, height: 800 } as const

/** All purposes are optional. */
const OPTIONAL = {
  agreement: {
    ...agreement,
    purposes: [
      { usecase: 'analytics', necessary: false },
      { usecase: 'retargeting', destinations: ['ads.bramble.example'] },
    ],
  },
} as const

const step = () => find('[data-step]').dataset.step
const steps = () => [...document.querySelectorAll<HTMLElement>('[data-part="screen-step"]')]
const goTo = (label: string) => userEvent.click(steps().find(({ textContent }) => textContent === label) as HTMLElement)
/** A clipped part is one pixel wide. */
const isOnScreen = (selector: string) => find(selector).getBoundingClientRect().width > 1
const isInView = (selector: string) => {
  const { top, bottom } = find(selector).getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}
const column = (selector: string) => {
  const { left, right } = find(selector).getBoundingClientRect()
  return [left, right]
}

async function showSteps(options: ShowOptions = {}, screen = <ConsentScreen />) {
  const shown = await show(screen, { ...PHONE, ...options, appearance: { layout: 'stepper' } })
  await appear('[data-part="accept"]')
  await animationsEnd()
  return shown
}

describe('the layout `column`', () => {
  it.each(['page', 'inline', 'dialog'] as const)('has the terms below the summary on a wide %s, in one column', async (surface) => {
    await show(<ConsentScreen surface={surface} />, { ...WIDE, appearance: { layout: 'column' } })
    await appear('[data-part="accept"]')
    await animationsEnd()
    expect(column('[data-part="screen-terms"]')).toEqual(column('[data-part="screen-summary"]'))
    expect(find('[data-part="screen-body"]').offsetWidth).toBeLessThanOrEqual(640)
    expect([isInView('[data-part="accept"]'), isInView('[data-part="decline"]')]).toEqual([true, true])
    find('[data-part="terms-fold"]').click()
    await appear('.licet-terms:not([data-folded])')
  })

  it('is the layout of a sheet, whatever the appearance is', async () => {
    await show(<ConsentScreen surface="sheet" />, WIDE)
    expect(find('.licet-screen').dataset.layout).toBe('column')
  })

  it('is also used for changed terms', async () => {
    await show(<TermsNotice surface="inline" />, { ...WIDE, state: 'update-material', appearance: { layout: 'column' } })
    await appear('[data-part="accept"]')
    expect(column('[data-part="screen-terms"]')).toEqual(column('[data-part="screen-summary"]'))
  })
})

describe('the layout `stepper`', () => {
  it('shows the facts, the choices and the terms one after the other, with both choices always in view', async () => {
    await showSteps()
    const views: unknown[] = []
    for (const label of [en['summary.label'], en['purposes.optional'], en['terms.label']]) {
      await goTo(label)
      views.push({
        current: steps()
          .filter((one) => one.getAttribute('aria-current') === 'step')
          .map(({ textContent }) => textContent),
        facts: isOnScreen('[data-part="summary-lines"]') && isOnScreen('[data-part="screen-summary"]'),
        switches: isOnScreen('[data-part="purpose-group"]:has(input)') && isOnScreen('[data-part="screen-summary"]'),
        unfolded: document.querySelector('.licet-terms:not([data-folded])') !== null,
        choices: isInView('[data-part="accept"]') && isInView('[data-part="decline"]'),
      })
    }
    expect(views).toEqual([
      { current: ['In short'], facts: true, switches: false, unfolded: false, choices: true },
      { current: ['You choose'], facts: false, switches: true, unfolded: false, choices: true },
      { current: ['Full terms'], facts: false, switches: false, unfolded: true, choices: true },
    ])
  })

  it.each([
    ['page', 844],
    ['dialog', 844],
    ['sheet', 844],
  ] as const)('keeps the choices at the lower edge of a %s in each step', async (surface, height) => {
    await showSteps({}, <ConsentScreen surface={surface} />)
    for (const one of steps()) {
      await userEvent.click(one)
      const { bottom } = find('[data-part="screen-decision"]').getBoundingClientRect()
      expect([step(), Math.abs(bottom - height) < 12]).toEqual([step(), true])
    }
  })

  it('experience 8: shows the purposes that are part of the license with the facts', async () => {
    await showSteps()
    expect(isOnScreen('[data-part="purpose-group"]:not(:has(input))')).toBe(true)
  })

  it.each(['summary', 'choice', 'terms'])('experience 2: Agree works in the step %s', async (name) => {
    const shown = await showSteps()
    await goTo(steps()[['summary', 'choice', 'terms'].indexOf(name)]?.textContent ?? '')
    expect(step()).toBe(name)
    await userEvent.click(find('[data-part="accept"]'))
    await shown.state('licensed')
  })

  it('keeps every part in the accessibility tree, in the order of reading', async () => {
    await showSteps()
    for (const one of ['choice', 'terms', 'summary'] as const) {
      await goTo(en[one === 'summary' ? 'summary.label' : one === 'choice' ? 'purposes.optional' : 'terms.label'])
      const parts = ['screen-steps', 'summary-lines', 'purposes', 'terms-text', 'decision'].map((name) =>
        find(`[data-part="${name}"]`),
      )
      expect(parts.map((part) => part.checkVisibility({ visibilityProperty: true }))).toEqual(parts.map(() => true))
      const inOrder = parts.every((part, at) => {
        const next = parts[at + 1]
        return next === undefined || part.compareDocumentPosition(next) & Node.DOCUMENT_POSITION_FOLLOWING
      })
      expect(inOrder).toBeTruthy()
      await expectAccessible()
    }
  })

  it('experience 19: the Tab key brings a switch on screen, and Space turns it on', async () => {
    await showSteps()
    steps().at(-1)?.focus()
    await userEvent.keyboard('{Tab}')
    expect([step(), document.activeElement?.matches('[data-part="purpose"] input')]).toEqual(['choice', true])
    expect(isInView('[data-part="purpose"] input')).toBe(true)
    await userEvent.keyboard(' ')
    await appear('[data-part="purpose"][data-state="on"]')
  })

  it('experience 7: required reading is met in the terms, and the link to their end leads there', async () => {
    const shown = await showSteps({ state: 'reading-required' }, <ConsentScreen reading="required" />)
    await press(en['decision.accept'])
    const missing = await appear('[data-part="missing"] a')
    await userEvent.click(missing)
    await expect.poll(step).toBe('terms')
    await shown.state('ready')
    await expect.poll(() => isInView('[data-part="terms-end"]')).toBe(true)
    await press(en['decision.accept'])
    await shown.state('licensed')
  })

  it('experience 18: the link to the purposes shows them', async () => {
    await showSteps({ config: OPTIONAL })
    await goTo(en['terms.label'])
    await press(en['decision.accept'])
    await userEvent.click(await appear('[data-part="missing"] a'))
    expect(step()).toBe('choice')
    expect(isOnScreen('[data-part="purpose"] input')).toBe(true)
  })

  it('shows the switch that a gate lacks', async () => {
    const shown = await showSteps(
      { config: { agreement: { ...agreement, purposes: ['analytics', { usecase: 'retargeting', necessary: false }] } } },
      <>
        <ConsentScreen surface="inline" />
        <ConsentGate usecase="retargeting" />
      </>,
    )
    await press(en['decision.accept'])
    await shown.state('licensed')
    await press(en['gate.ask'])
    await expect.poll(() => document.activeElement?.matches('[data-needed] input')).toBe(true)
    expect([step(), isInView('[data-needed] input')]).toEqual(['choice', true])
  })

  it('starts the next step at its top, when the terms were scrolled', async () => {
    await showSteps()
    await goTo(en['terms.label'])
    scrollTo(0, 1200)
    await expect.poll(() => scrollY).toBeGreaterThan(600)
    expect(isInView('[data-part="screen-step"]')).toBe(true)
    await goTo(en['purposes.optional'])
    await expect.poll(() => isInView('[data-part="purpose"] input')).toBe(true)
  })

  it('has no step of choices without a choice', async () => {
    await showSteps({ config: { agreement: { ...agreement, purposes: ['analytics'] } } })
    expect(steps().map(({ textContent }) => textContent)).toEqual(['In short', 'Full terms'])
  })

  it('is a split where there is room, without a list of steps', async () => {
    await showSteps(WIDE)
    expect(find('[data-part="screen-steps"]').checkVisibility()).toBe(false)
    expect(column('[data-part="screen-terms"]')[0]).toBeGreaterThanOrEqual(column('[data-part="screen-summary"]')[1] ?? 0)
    expect(isOnScreen('[data-part="purpose"] input')).toBe(true)
  })

  it.each([
    ['de', de],
    ['ar', ar],
    ['fr', fr],
    ['ja', ja],
  ] as const)(
    'experience 19: needs no sideways scrolling at 320 px, even with text of double size, in %s',
    async (locale, messages) => {
      await showSteps({ locale, messages, width: 320, height: 640 })
      expect([isInView('[data-part="accept"]'), isInView('[data-part="decline"]')]).toEqual([true, true])
      expect(find('[data-part="screen-decision"]').offsetHeight + find('[data-part="screen-steps"]').offsetHeight).toBeLessThan(320)
      document.documentElement.style.fontSize = '200%'
      try {
        for (const one of steps()) {
          await userEvent.click(one)
          expect([locale, step(), document.documentElement.scrollWidth]).toEqual([locale, step(), 320])
        }
      } finally {
        document.documentElement.style.fontSize = ''
      }
    },
  )
})
