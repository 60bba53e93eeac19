import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentGate, ConsentScreen, ConsentSettings, TermsNotice } from '../../../src/components/index.ts'
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
    { width: 1280, height: 800, surface: 'dialog', lines: 6 },
    { width: 1440, height: 900, surface: 'dialog', lines: 7 },
    { width: 1280, height: 800, surface: 'page', lines: 6 },
  ] as const)(
    'experience 8: $lines lines of the summary are in view with the choices at $width by $height, $surface',
    async ({ width, height, surface, lines }) => {
      await show(<ConsentScreen surface={surface} />, { width, height })
      await appear('[data-part="accept"]')
      const foot = find('[data-part="screen-decision"]').getBoundingClientRect().top
      const seen = [...document.querySelectorAll('.licet-summary :is([data-line], [data-part="purpose"])')].filter(
        (line) => line.getBoundingClientRect().bottom <= foot + 1,
      )
      expect(seen.length).toBeGreaterThanOrEqual(lines)
    },
  )
})

describe('an outcome', () => {
  it.each([390, 1280])(
    'experience 12: at %i px its icon is above the title, and every next step is in the first screen',
    async (width) => {
      await show(<ConsentScreen onDone={() => {}} />, { state: 'licensed', width, height: 844 })
      const rows = await appear('.licet-rows')
      const top = (selector: string) => find(selector).getBoundingClientRect().top
      expect(top('[data-part="screen-outcome"] .licet-message > svg')).toBeLessThan(top('[data-part="screen-title"]'))
      const steps = [...rows.querySelectorAll('button, summary'), ...document.querySelectorAll('[data-part="actions"] > button')]
      const seen = steps.filter((step) => step.checkVisibility())
      expect(seen.map(({ textContent }) => textContent)).toEqual([
        en['receipt.downloadHtml'],
        en['receipt.view'],
        en['action.manage'],
        en['action.done'],
      ])
      for (const step of seen) expect(step.getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
    },
  )

  // Regression: the focus ring of the open row covered the edge of the first button below it.
  it('leaves room for the focus ring between an open row and its content', async () => {
    await show(<ConsentScreen />, { state: 'licensed', width: 390, height: 844 })
    const row = () => [...document.querySelectorAll('summary')].find(({ textContent }) => textContent === en['action.manage'])
    await expect.poll(row).toBeDefined()
    row()?.click()
    const button = await appear('details[open] button')
    // The ring is 3 px wide, at a distance of 2 px.
    expect(button.getBoundingClientRect().top - (row()?.getBoundingClientRect().bottom ?? 0)).toBeGreaterThan(5)
  })

  it('draws the focus ring of each control and choice in the color of `color-focus`', async () => {
    const variables = { 'color-focus': 'rgb(1, 2, 3)' }
    await show(<ConsentScreen />, { width: 1280, appearance: { variables } })
    const decline = await appear('[data-part="decline"]')
    const rings = new Set<string>()
    for (let stops = 0; stops < 20 && document.activeElement !== decline; stops++) {
      await userEvent.keyboard('{Tab}')
      const { activeElement } = document
      if (activeElement?.matches('[data-licet] :focus-visible')) rings.add(getComputedStyle(activeElement).outlineColor)
    }
    expect(decline).toHaveFocus()
    expect([...rings]).toEqual(['rgb(1, 2, 3)'])
  })

  it('has no box on a page, as an error has', async () => {
    await show(<ConsentScreen />, { state: 'declined' })
    const message = getComputedStyle(await appear('[data-part="screen-outcome"] .licet-message'))
    expect(message.display).toBe('contents')
  })
})

describe('the settings at 390 × 844', () => {
  it.each([
    ['English', 'en', en],
    ['German', 'de', de],
  ] as const)(
    'experience 13: show what is allowed, down to the button that stops it, without scrolling, in %s',
    async (_, locale, messages) => {
      document.body.style.margin = '0'
      await show(<ConsentSettings headingLevel={1} />, { state: 'already-licensed', width: 390, height: 844, locale, messages })
      const stop = await appear('[data-part="withdraw"]')
      expect(stop.getBoundingClientRect().bottom).toBeLessThanOrEqual(844)
      const card = find('[data-part="settings-section"]')
      for (const part of ['company-mark', 'license-state', 'settings-since', 'purpose', 'settings-receipt'])
        expect(card.querySelector(`[data-part="${part}"]`), part).not.toBeNull()
      document.body.style.margin = ''
    },
  )
})

describe('a screen in the settings', () => {
  it('has a frame and a smaller title', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed', width: 1280 })
    await press(en['settings.change'])
    const screen = getComputedStyle(await appear('.licet-settings .licet-screen'))
    const body = getComputedStyle(await appear('.licet-settings .licet-screen > [data-part="screen-body"]'))
    expect([body.paddingLeft, screen.borderTopWidth]).toEqual(['16px', '1px'])
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

  // Regression: a long address broke into “pomel-o.example”.
  it('experience 19: a domain wraps before a dot, not in a word', async () => {
    document.documentElement.style.fontSize = '200%'
    try {
      const company = { ...agreement.company, privacyUrl: 'https://pomelo.example/privacy' }
      await show(<ConsentScreen />, { width: 320, height: 640, config: agreementWith({ company }) })
      await appear('[data-part="accept"]')
      const address = find('[data-part="company-address"]')
      const lines = [...address.childNodes].map((node) => {
        const piece = new Range()
        piece.selectNodeContents(node)
        return [node.textContent, piece.getClientRects().length]
      })
      expect(lines.filter(([text]) => text)).toEqual([
        ['pomelo', 1],
        ['.example', 1],
      ])
      expect(address.textContent).toBe('pomelo.example')
    } finally {
      document.documentElement.style.fontSize = ''
    }
  })

  // Regression: the space beside the icon was narrower than a word, which broke into “Novembe-r”.
  it.each([
    { name: 'a message', part: <ConsentGate key="1" usecase="analytics" />, state: 'declined', box: '.licet-message' },
    { name: 'a banner', part: <TermsNotice key="2" />, state: 'update-material', box: '[data-part="notice-header"]' },
  ] as const)('experience 19: the text of $name is below its icon, or beside it where there is room', async (row) => {
    const startsBelow = async () => {
      const [icon, body] = (await appear(row.box)).children
      const words = body?.firstElementChild?.getBoundingClientRect()
      const mark = icon?.getBoundingClientRect()
      return mark !== undefined && words !== undefined && words.top >= mark.bottom && words.left === mark.left
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
    const height = () => find('.licet-summary').getBoundingClientRect().height
    const before = height()
    await userEvent.click(find('[data-part="purpose"] input'))
    await appear('[data-part="purpose"][data-state="on"]')
    expect(height()).toBe(before)
  })
})

describe('content that is cut', () => {
  // Regression: the summary of a dialog scrolled on its own, and its last rows stood below an edge that few people saw.
  it.each([
    ['page', 1280, 800],
    ['dialog', 1280, 800],
    ['dialog', 1280, 900],
    ['dialog', 1024, 600],
  ] as const)(
    'experience 19: the summary of a %s at %i by %i does not scroll separately, and a line shows that it continues',
    async (surface, width, height) => {
      await show(<ConsentScreen surface={surface} />, { width, height })
      await appear('[data-part="accept"]')
      const summary = find('[data-part="screen-summary"]')
      for (let element: Element | null = summary; element && !element.matches('.licet-screen'); element = element.parentElement)
        expect(getComputedStyle(element).overflowY).toBe('visible')
      const style = getComputedStyle(find('[data-part="screen-decision"]'))
      expect([style.position, style.borderTopWidth]).toEqual(['sticky', '1px'])
      expect([inView(find('[data-part="accept"]')), inView(find('[data-part="decline"]'))]).toEqual([true, true])
      const last = [...document.querySelectorAll('.licet-summary [data-part="purpose"]')].at(-1)
      scrollTo(0, 9999)
      find('.licet-screen').scrollTop = 9999
      expect(last?.getBoundingClientRect().bottom).toBeLessThanOrEqual(
        find('[data-part="screen-decision"]').getBoundingClientRect().top + 1,
      )
    },
  )

  it.each(['page', 'dialog'] as const)(
    'experience 18: the choices on a %s are in view with the message after an error',
    async (surface) => {
      await show(<ConsentScreen surface={surface} />, { state: 'submit-error', width: 1280, height: 800 })
      const message = await appear('[data-part="screen-decision"] [data-variant="error"]')
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

describe('an error in the choice bar', () => {
  // Regression: without a button for a retry, the title stood beside the text with one letter on each line.
  it.each([320, 1280])('experience 17: has its text below its title, at %i px', async (width) => {
    const refuse = async () => Response.json({ error: 'invalid_client' }, { status: 401 })
    await show(<ConsentScreen />, { width, state: 'submit-error', config: { fetch: refuse } })
    await appear('[data-part="screen-decision"] [data-part="message-title"]')
    const [title, text] = ['message-title', 'message-text'].map((name) =>
      find(`[data-part="screen-decision"] [data-part="${name}"]`).getBoundingClientRect(),
    )
    expect(text?.top).toBeGreaterThanOrEqual(title?.bottom ?? Number.POSITIVE_INFINITY)
    expect(title?.height).toBeLessThan(60)
  })
})

describe('the mark of a purpose', () => {
  it.each(['en', 'ar'])('experience 19: is beside a name that wraps, at 320 px, %s', async (locale) => {
    await show(<ConsentScreen />, { width: 320, locale, messages: locale === 'ar' ? ar : en })
    await appear('[data-part="accept"]')
    for (const purpose of document.querySelectorAll('[data-part="purpose"]')) {
      const [mark, name] = [find('svg, input', purpose), find('[data-part="purpose-name"]', purpose)].map((element) => {
        const text = new Range()
        text.selectNodeContents(element)
        return element.matches('svg, input') ? element.getBoundingClientRect() : text.getBoundingClientRect()
      })
      if (mark === undefined || name === undefined) throw new Error('A purpose has a mark and a name.')
      expect(mark.right <= name.left || mark.left >= name.right).toBe(true)
    }
  })

  it('experience 19: grows with the text', async () => {
    document.documentElement.style.fontSize = '200%'
    try {
      await show(<ConsentScreen surface="dialog" />, { width: 1280 })
      await appear('[data-part="accept"]')
      const widths = ['[data-line="data"] svg', '[data-part="purpose"] svg', '[data-part="close"] svg'].map(
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
    const config = { agreement: { ...agreement, tagLabels: { email_receipt: 'e-mail receipts' } } }
    const { scene } = await show(<ConsentScreen />, { config })
    await appear('[data-part="accept"]')
    expect(find('[data-line="data"] dd').textContent).toContain('e\u2011mail receipts')
    expect(find('[data-part="terms-text"]').textContent).toContain('e-mail receipts')
    expect(scene.world.requests).toEqual([])
  })
})

describe('recipients', () => {
  const one = { destinations: ['pomelo.example'], purposes: ['analytics', { usecase: 'personalization' }] } as const

  it('are shown once when every purpose has the same ones', async () => {
    await show(<ConsentScreen />, { config: agreementWith(one) })
    await appear('[data-part="accept"]')
    expect(find('[data-line="recipients"] dd').textContent).toBe('pomelo.example')
    expect(find('.licet-purposes').textContent).not.toContain('pomelo.example')
    await show(<ConsentSettings />, { state: 'already-licensed', config: agreementWith(one) })
    await appear('[data-part="withdraw"]')
    expect(find('[data-line="recipients"] dd').textContent).toBe('pomelo.example')
    expect(find('.licet-purposes').textContent).not.toContain('pomelo.example')
  })

  it('are shown with their purpose when they differ from the recipients of most purposes', async () => {
    const purposes = ['analytics', 'attribution', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentScreen />, { config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="accept"]')
    const details = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(details.map((detail) => detail?.includes('Goes\u00a0to'))).toEqual([false, false, true])
    expect(details[2]).toContain('Goes\u00a0to: lab.example')
  })

  it('are not shown in the settings for a purpose that is off', async () => {
    const purposes = ['analytics', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentSettings />, { state: 'already-licensed', config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="withdraw"]')
    expect(document.querySelector('[data-part="purpose-detail"]')).toBeNull()
    expect(find('[data-part="purpose-state"]').textContent).toBe(en['purposes.off'])
  })

  it('are shown with each purpose when they differ, and “Goes to:” never wraps', async () => {
    const purposes = ['analytics', { usecase: 'personalization', destinations: ['lab.example'] }] as const
    await show(<ConsentScreen />, { config: agreementWith({ ...one, purposes }) })
    await appear('[data-part="accept"]')
    const details = [...document.querySelectorAll('[data-part="purpose-detail"]')].map((detail) => detail.textContent)
    expect(details[0]).toContain('Goes\u00a0to: pomelo.example')
    expect(details[1]).toContain('Goes\u00a0to: lab.example')
  })
})

function agreementWith(changes: object) {
  return { agreement: { ...agreement, ...changes } }
}

// Regression: the frame touched both edges of a tablet.
it.each([
  { width: 768, layout: 'split' },
  { width: 1024, layout: 'split' },
  { width: 1280, layout: 'column' },
] as const)('the frame of a page keeps a distance from a window of $width px in the layout $layout', async ({ width, layout }) => {
  await show(<ConsentScreen />, { width, height: 1024, appearance: { layout } })
  await appear('[data-part="accept"]')
  const { left, right } = find('[data-part="screen-body"]').getBoundingClientRect()
  expect([left >= 16, width - right >= 16]).toEqual([true, true])
  expect(document.documentElement.scrollWidth).toBe(width)
})
