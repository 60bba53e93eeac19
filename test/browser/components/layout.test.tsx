import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen, ConsentSettings, TermsNotice } from '../../../src/components/index.ts'
import ar from '../../../src/locales/ar.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import fr from '../../../src/locales/fr.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

const inView = (element: Element) => {
  const { top, bottom } = element.getBoundingClientRect()
  return top >= 0 && bottom <= innerHeight
}

describe('on a wide screen', () => {
  it.each([
    [1280, 860],
    [1024, 640],
  ])('the decision is in view from the top to the bottom of the page, at %i by %i', async (width, height) => {
    await show(<ConsentScreen />, { width, height })
    await appear('[data-part="accept"]')
    const decline = find('[data-part="decline"]')
    for (let at = 0; at < document.documentElement.scrollHeight; at += 100) {
      scrollTo(0, at)
      expect([at, inView(find('[data-part="accept"]')), inView(decline)]).toEqual([at, true, true])
    }
  })

  // Regression: below the redline, Accept was in view at the bottom of the window, but Decline only after scrolling.
  it('experience 4: below a redline, the window never starts with only one choice in view', async () => {
    await show(<ConsentScreen />, { state: 'update-material', width: 1024, height: 860 })
    await appear('.licet-diff')
    expect(inView(await appear('[data-part="accept"]'))).toBe(inView(find('[data-part="decline"]')))
  })

  it('experience 19: the sticky decision covers no focused element', async () => {
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

  // Regression: hidden words for screen readers made the panel taller, so the browser scrolled it as well. Half of it stayed empty,
  // and the list of clauses left 36 px for the text.
  it.each(['page', 'dialog'] as const)(
    'experience 17: the list of clauses scrolls to a clause, and the panel of a %s does not scroll',
    async (surface) => {
      await show(<ConsentScreen surface={surface} />, { width: 1280, height: 600 })
      await appear('[data-part="accept"]')
      await userEvent.click(find('[data-part="terms-outline"] summary'))
      const links = [...document.querySelectorAll<HTMLAnchorElement>('[data-part="terms-outline"] a')]
      const [panel, text] = [find('.licet-terms'), find('[data-part="terms-text"]')]
      for (const link of [links.at(-1), links.at(0)]) {
        if (link === undefined) throw new Error('The terms have clauses.')
        await userEvent.click(link)
        const clause = find(`[id="${decodeURIComponent(link.hash.slice(1))}"]`).getBoundingClientRect()
        const { top, bottom } = text.getBoundingClientRect()
        expect([panel.scrollTop, clause.top >= top, clause.bottom <= bottom]).toEqual([0, true, true])
      }
      expect(panel.scrollHeight).toBe(panel.clientHeight)
      expect(text.clientHeight).toBeGreaterThan(90)
    },
  )

  // Regression: the button was below the panel, outside of the column and of the window.
  it('Retry is in the panel of the terms while they load, not below the choice', async () => {
    await show(<ConsentScreen />, { state: 'terms-loading', width: 1280, height: 800 })
    const retry = await appear('[data-part="screen-terms"] button')
    expect(retry.getBoundingClientRect().bottom).toBeLessThan(find('[data-part="decline"]').getBoundingClientRect().bottom)
  })

  it('the text scrolls in a panel not taller than the window, and a fade shows that it continues', async () => {
    await show(<ConsentScreen />, { width: 1280, height: 860 })
    await appear('[data-part="accept"]')
    const text = find('[data-part="terms-text"]')
    expect(find('.licet-terms').offsetHeight).toBeLessThanOrEqual(860)
    expect(text.scrollHeight).toBeGreaterThan(text.clientHeight)
    expect(getComputedStyle(text).backgroundAttachment).toBe('local, local, scroll, scroll')
  })

  // Regression: only two of eight lines were above the choices at 1280 by 800.
  it.each([
    { width: 1280, height: 800, surface: 'dialog', lines: 5 },
    { width: 1440, height: 900, surface: 'dialog', lines: 8 },
    { width: 1280, height: 800, surface: 'page', lines: 8 },
  ] as const)(
    'experience 8: $lines lines of the summary are in view with the choices at $width by $height, $surface',
    async ({ width, height, surface, lines }) => {
      await show(<ConsentScreen surface={surface} />, { width, height })
      await appear('[data-part="accept"]')
      const foot = find('[data-part="screen-decision"]').getBoundingClientRect().top
      const seen = [...find('.licet-summary [data-part="summary-lines"]').children].filter(
        (line) => line.getBoundingClientRect().bottom <= foot + 1,
      )
      expect(seen.length).toBeGreaterThanOrEqual(lines)
    },
  )

  it('the receipt is beside the outcome', async () => {
    await show(<ConsentScreen onDone={() => {}} />, { state: 'licensed', width: 1280 })
    const receipt = (await appear('.licet-receipt')).getBoundingClientRect()
    const next = find('[data-part="outcome-next"]').getBoundingClientRect()
    expect(next.right).toBeLessThan(receipt.left)
    expect(Math.abs(next.top - receipt.top)).toBeLessThan(2)
  })
})

describe('a screen in the settings', () => {
  it('has a frame and a smaller title', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed', width: 1280 })
    await press(en['settings.change'])
    const screen = getComputedStyle(await appear('.licet-settings .licet-screen'))
    expect([screen.paddingLeft, screen.borderTopWidth]).toEqual(['16px', '1px'])
    const size = (part: string) => Number.parseFloat(getComputedStyle(find(`[data-part="${part}"]`)).fontSize)
    expect(size('screen-title')).toBeLessThan(size('settings-title'))
  })
})

describe('at 320 px with 200 % text', () => {
  it.each([
    { name: 'a page that asks', part: <ConsentScreen key="1" />, state: 'ready', last: '[data-part="accept"]' },
    { name: 'a decision that waits', part: <ConsentScreen key="2" />, state: 'queued', last: '[data-part="withdraw"]' },
    { name: 'the settings', part: <ConsentSettings key="3" />, state: 'already-licensed', last: '[data-part="withdraw"]' },
    { name: 'a notice', part: <TermsNotice key="4" />, state: 'update-material', last: '[data-part="notice-title"]' },
  ] as const)('experience 19: $name needs no sideways scrolling, in German and French', async ({ part, state, last }) => {
    document.documentElement.style.fontSize = '200%'
    try {
      for (const [locale, messages] of [
        ['de', de],
        ['fr', fr],
      ] as const) {
        await show(part, { state, locale, messages, width: 320, height: 640 })
        await appear(last)
        expect([locale, document.documentElement.scrollWidth]).toEqual([locale, 320])
      }
    } finally {
      document.documentElement.style.fontSize = ''
    }
  })

  // Regression: the space beside the icon was narrower than a word, which broke into “Novembe-r”.
  it.each([
    { name: 'a message', part: <ConsentScreen key="1" />, state: 'queued', box: '.licet-message' },
    { name: 'a banner', part: <TermsNotice key="2" />, state: 'update-material', box: '[data-part="notice-header"]' },
  ] as const)('experience 19: the text of $name is below its icon, or beside it where there is room', async (row) => {
    const startsBelow = async () => {
      const [icon, words] = [...(await appear(row.box)).children].map((element) => element.getBoundingClientRect())
      return icon !== undefined && words !== undefined && words.top >= icon.bottom && words.left === icon.left
    }
    await show(row.part, { state: row.state, width: 320, height: 640 })
    expect(await startsBelow()).toBe(false)
    document.documentElement.style.fontSize = '200%'
    try {
      await expect.poll(startsBelow).toBe(true)
    } finally {
      document.documentElement.style.fontSize = ''
    }
  })
})

describe('a choice of a purpose', () => {
  // Regression: turning on a purpose shortened its text, which then fitted beside the name, so everything below moved.
  it.each([320, 1024])('experience 5: moves nothing on screen, at %i px', async (width) => {
    const config = agreementWith({ destinations: ['pomelo.example'], purposes: ['analytics', { usecase: 'personalization' }] })
    await show(<ConsentScreen />, { width, config })
    await appear('[data-part="accept"]')
    const height = () => find('[data-part="summary-lines"]').getBoundingClientRect().height
    const before = height()
    await userEvent.click(find('[data-part="purpose"] input'))
    await expect.poll(() => find('[data-part="purpose"][data-state="on"]').textContent).toContain(en['purposes.on'])
    expect(height()).toBe(before)
  })
})

describe('content that is cut', () => {
  it('experience 19: a line and a shade show that a summary continues below the choices', async () => {
    await show(<ConsentScreen />, { width: 1280, height: 800 })
    await appear('[data-part="accept"]')
    const style = getComputedStyle(find('[data-part="screen-decision"]'))
    expect([style.position, style.borderTopWidth, style.boxShadow !== 'none']).toEqual(['sticky', '1px', true])
    await show(<ConsentScreen surface="dialog" />, { width: 1280, height: 800 })
    const summary = await appear('[data-part="screen-summary"]')
    await appear('[data-part="accept"]')
    expect(summary.scrollHeight).toBeGreaterThan(summary.clientHeight)
    // Directly at the line, not above an empty strip.
    expect(summary.getBoundingClientRect().bottom).toBe(find('[data-part="screen-decision"]').getBoundingClientRect().top)
    expect(getComputedStyle(summary).backgroundAttachment).toBe('local, local, scroll, scroll')
    expect(getComputedStyle(find('[data-part="summary-lines"]')).backgroundColor).toBe('rgba(0, 0, 0, 0)')
  })

  it.each(['page', 'dialog'] as const)(
    'experience 19: the choices on a %s cover nothing after an error, and scroll into view with the message',
    async (surface) => {
      await show(<ConsentScreen surface={surface} />, { state: 'submit-error', width: 1280, height: 800 })
      const message = await appear('[data-part="screen-decision"] [data-variant="error"]')
      const decision = find('[data-part="screen-decision"]')
      const above = find('[data-part="screen-summary"]').getBoundingClientRect()
      expect(above.bottom).toBeLessThanOrEqual(decision.getBoundingClientRect().top)
      expect([message, find('[data-part="accept"]'), find('[data-part="decline"]')].map(inView)).toEqual([true, true, true])
    },
  )

  it.each([
    { room: 760, columns: 1 },
    { room: 780, columns: 2 },
  ])('experience 19: has one column below 48 rem and two from 48 rem: $columns in $room px', async ({ room, columns }) => {
    await show(
      <div style={{ inlineSize: room }}>
        <ConsentScreen surface="inline" />
      </div>,
      { width: 1280, height: 800 },
    )
    await appear('[data-part="accept"]')
    const summary = find('[data-part="screen-summary"]').getBoundingClientRect()
    const terms = find('[data-part="screen-terms"]').getBoundingClientRect()
    expect(terms.left >= summary.right).toBe(columns === 2)
    expect(terms.top >= summary.bottom).toBe(columns === 1)
  })
})

describe('the mark of a purpose', () => {
  it.each(['en', 'ar'])('experience 19: is beside a name that wraps, at 320 px, %s', async (locale) => {
    const direction = locale === 'ar' ? 'rtl' : 'ltr'
    await show(<ConsentScreen />, { width: 320, locale, messages: locale === 'ar' ? ar : en })
    await appear('[data-part="accept"]')
    for (const purpose of document.querySelectorAll('[data-part="purpose"]')) {
      const [mark, name] = [purpose.children[0], purpose.children[1]].map((element) => element?.getBoundingClientRect())
      if (mark === undefined || name === undefined) throw new Error('A purpose has a mark and a name.')
      expect(Math.abs(mark.top - name.top)).toBeLessThan(8)
      expect(direction === 'rtl' ? mark.left - name.right : name.left - mark.right).toBeGreaterThan(0)
    }
  })

  it('experience 19: grows with the text', async () => {
    document.documentElement.style.fontSize = '200%'
    try {
      await show(<ConsentScreen surface="dialog" />, { width: 1280 })
      await appear('[data-part="accept"]')
      const widths = ['[data-line="data"] svg', '[data-part="purpose"] input', '[data-part="close"] svg'].map(
        (selector) => find(selector).getBoundingClientRect().width,
      )
      expect(widths).toEqual([40, 40, 40])
    } finally {
      document.documentElement.style.fontSize = ''
    }
  })
})

describe('a hyphen', () => {
  it('experience 20: never breaks “e-mail”, and the signed text keeps its bytes', async () => {
    const { scene } = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    for (const part of ['[data-part="screen-lead"]', '[data-line="data"] dd'])
      expect(find(part).textContent).toContain('e\u2011mail receipts')
    expect(find('[data-part="terms-text"]').textContent).toContain('e-mail receipts')
    expect(scene.world.requests).toEqual([])
  })
})

describe('on a phone', () => {
  it('the bar links to the decision, and disappears when the decision is in view without moving anything', async () => {
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

  it('are shown once when every purpose has the same ones', async () => {
    await show(<ConsentScreen />, { config: agreementWith(one) })
    await appear('[data-part="accept"]')
    expect(find('[data-line="recipients"] dd').textContent).toBe('pomelo.example')
    expect(find('[data-line="purposes"]').textContent).not.toContain('pomelo.example')
    await show(<ConsentSettings />, { state: 'already-licensed', config: agreementWith(one) })
    await appear('[data-part="withdraw"]')
    expect(document.body.textContent).toContain('Goes\u00a0to: pomelo.example')
    expect(document.body.textContent).not.toContain('Pomelo.example')
  })

  it('are shown with their purpose when they differ from those of most purposes', async () => {
    const purposes = ['analytics', 'attribution', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentScreen />, { config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="accept"]')
    const details = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(details).toEqual([
      'Needed for this license',
      'Needed for this license',
      'Your choice, off until you turn it on\u00a0· Goes\u00a0to: lab.example',
    ])
  })

  it('are not shown in the settings for a purpose that is off', async () => {
    const purposes = ['analytics', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentSettings />, { state: 'already-licensed', config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="withdraw"]')
    const details = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(details).toEqual(['Needed for this license', 'Your choice: off'])
  })

  it('are shown with each purpose when they differ, and “Goes to:” never wraps', async () => {
    const purposes = ['analytics', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentScreen />, { config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="accept"]')
    const details = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(details).toEqual([
      'Needed for this license\u00a0· Goes\u00a0to: pomelo.example',
      'Your choice, off until you turn it on\u00a0· Goes\u00a0to: lab.example',
    ])
  })
})

function agreementWith(changes: object) {
  return { agreement: { ...agreement, ...changes } }
}
