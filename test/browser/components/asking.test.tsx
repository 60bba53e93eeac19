import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { ConsentScreen, Decision } from '../../../src/components/index.ts'
import de from '../../../src/locales/de.ts'
import { en } from '../../../src/locales/en.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, find, show } from './harness.tsx'

afterEach(() => {
  cleanup()
  Object.assign(document.documentElement.style, { fontSize: '', letterSpacing: '', wordSpacing: '' })
})

describe('a consent screen that asks', () => {
  it('experience 3: Accept is a real button whose label says what it does, and the sentence above it quotes the label', async () => {
    await show(<ConsentScreen />)
    const accept = await appear('[data-part="accept"]')
    expect([accept.tagName, accept.getAttribute('type'), accept.textContent]).toEqual(['BUTTON', 'button', en['decision.accept']])
    const notice = document.getElementById(accept.getAttribute('aria-describedby') ?? '')
    expect(notice?.textContent).toContain(`“${en['decision.accept']}”`)
  })

  it('experience 5: no purpose is pre-ticked, necessary purposes have no checkbox, and each choice counts', async () => {
    const { state } = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const boxes = [...document.querySelectorAll<HTMLInputElement>('[data-part="purpose"] input')]
    expect(boxes.map((box) => box.checked)).toEqual([false, false])
    expect(document.querySelectorAll('[data-part="purpose"][data-state="necessary"] input')).toHaveLength(0)
    await userEvent.click(boxes[0] as HTMLElement)
    await state('choosing')
    expect(document.querySelectorAll('[data-part="purpose"][data-state="on"]')).toHaveLength(1)
  })

  // Regression: a purpose that was on still had the text “off until you turn it on”.
  it('experience 5: a choice shows whether it is on: by its switch, and in words where nothing else explains it', async () => {
    const purposes = ['analytics', { usecase: 'personalization', label: 'My offers' }, { usecase: 'x-own', label: 'Own' }] as const
    const { state } = await show(<ConsentScreen />, { config: { agreement: { ...agreement, purposes } } })
    await appear('[data-part="accept"]')
    const [known, own] = [...document.querySelectorAll<HTMLInputElement>('[data-part="purpose"] input')]
    const describe = (box?: Element) => document.getElementById(box?.getAttribute('aria-describedby') ?? '')?.textContent
    expect([known?.checked, describe(known), own?.checked, describe(own)]).toEqual([
      false,
      'To choose offers and content that fit you.',
      false,
      en['purposes.off'],
    ])
    await userEvent.click(own as HTMLElement)
    await state('choosing')
    expect([own?.checked, describe(own)]).toEqual([true, en['purposes.on']])
  })

  it('experience 7 and 18: required reading never blocks Decline, and an early Accept links to what is missing', async () => {
    const { state } = await show(<ConsentScreen reading="required" />, { state: 'reading-required', width: 1280 })
    const accept = await appear('[data-part="accept"]')
    const notice = () => document.getElementById(accept.getAttribute('aria-describedby') ?? '')?.textContent
    // The choice names what is missing before anybody presses it.
    await expect.poll(notice).toBe(en['decision.notice.reading'])
    accept.click()
    const summary = await appear('[data-part="missing"]')
    await expect.poll(notice).toContain(`“${en['decision.accept']}”`)
    await expect.poll(() => document.activeElement).toBe(summary)
    // Screen readers announce a focused alert twice or not at all.
    expect(summary.getAttribute('role')).toBeNull()
    expect(summary.querySelector('[role="alert"]')?.textContent).toBe(summary.textContent)
    const link = find<HTMLAnchorElement>('[data-part="missing"] a')
    expect(link.textContent).toBe(en['decision.missing.reading'])
    link.click()
    // The end of the text is focusable, so that reading can be finished by keyboard.
    await state('ready')
    await expect.poll(() => document.querySelector('[data-part="missing"]')).toBeNull()
    await expect.poll(notice).toContain(`“${en['decision.accept']}”`)
  })

  it('experience 8: shows company, data, purposes, recipients, duration, reward and withdrawal before anything is signed', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const lines = [...document.querySelectorAll<HTMLElement>('[data-part="summary-lines"] > [data-line]')]
    expect(lines.map((line) => line.dataset.line)).toEqual(['data', 'reward', 'duration', 'recipients'])
    for (const line of lines) expect(line.querySelector('dd')?.textContent?.trim()).not.toBe('')
    const header = find('[data-part="screen-header"]').textContent
    for (const text of ['Bramble Market', 'bramble.example', en['screen.lead']]) expect(header).toContain(text)
    const groups = [...document.querySelectorAll('[data-part="purpose-title"]')].map((group) => group.textContent)
    expect(groups).toEqual([en['purposes.necessary'], en['purposes.optional']])
  })

  it('experience 8: names the company and labeled recipients, and asks about the subject of the agreement', async () => {
    const named = {
      ...agreement,
      subject: 'receipts',
      purposes: ['analytics', { usecase: 'retargeting', destinations: ['ads.example'], necessary: true }],
      destinationLabels: { 'ads.example': 'AdCo, an advertising company' },
    } as const
    await show(<ConsentScreen />, { config: { agreement: named } })
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-title"]').textContent).toBe('May Bramble Market use your receipts?')
    expect(find('[data-line="recipients"] dd').textContent).toBe('Bramble Market and AdCo, an advertising company')
    expect(find('[data-part="terms-text"]').textContent).toContain('ads.example')
    await show(<ConsentScreen />, { config: { agreement: { ...agreement, purposes: ['analytics'], tags: ['purchase_history'] } } })
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-title"]').textContent).toBe('May Bramble Market use your purchase history?')
    expect(find('[data-line="recipients"] dd').textContent).toBe('Bramble Market and nobody else')
  })

  // Regression: "Who gets it: Bramble Market and nobody else" stood above "Goes to: ads.bramble.example".
  it('experience 8: names the recipients of the choices as choices, until they are on', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const recipients = () => [...find('[data-line="recipients"] dd').children].map(({ textContent }) => textContent)
    const ads = 'AdCo, an advertising company'
    expect(recipients()).toEqual(['Bramble Market', `Only if you turn it on: ${ads}`])
    await userEvent.click(find('[data-part="purpose"]:last-child input'))
    await expect.poll(recipients).toEqual([`Bramble Market and ${ads}`])
    expect(find('[data-part="purposes"]').textContent).not.toContain('.example')
  })

  // Regression: nothing on the screen said that a person who declines can go on.
  it('says that the app can be used either way where the terms say it, and nowhere else', async () => {
    const lead = () => find('[data-part="screen-lead"]').textContent
    await show(<ConsentScreen />, { config: { agreement: { ...agreement, declineChangesNothing: true } } })
    await appear('[data-part="accept"]')
    expect(lead()).toMatch(/You can use Bramble Market either way\.$/)
    expect(find('[data-part="terms-text"]').textContent).toContain('If you say no, nothing else changes for you.')
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    expect(lead()).toBe(en['screen.lead'])
    expect(find('[data-part="terms-text"]').textContent).not.toContain('nothing else changes')
  })

  // Regression: the words "full terms" beside the buttons led nowhere.
  it('opens the full terms from the sentence above the buttons, and scrolls to them', async () => {
    await show(<ConsentScreen />, { width: 390, height: 844 })
    await appear('[data-part="accept"]')
    const link = find<HTMLAnchorElement>('[data-part="decision-notice"] a')
    expect(link.textContent).toBe(en['decision.terms'])
    await userEvent.click(link)
    await appear('.licet-terms:not([data-folded])')
    const terms = find('[data-part="screen-terms"]')
    await expect.poll(() => document.activeElement).toBe(terms)
    await expect.poll(() => terms.getBoundingClientRect().top).toBeLessThan(60)
  })

  it('experience 17: the terms are a named, focusable region with headings below the title of the screen', async () => {
    await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    const region = page.getByRole('region', { name: en['terms.label'] })
    await expect.element(region).toHaveAttribute('tabindex', '0')
    const levels = [...document.querySelectorAll('h1, h2, h3, h4')].map((heading) => Number(heading.tagName[1]))
    expect(levels[0]).toBe(1)
    expect(levels.filter((level) => level === 1)).toHaveLength(1)
    for (const [at, level] of levels.entries()) expect(level - (levels[at - 1] ?? level)).toBeLessThanOrEqual(1)
  })

  it('experience 18 and 19: the Tab key follows the visual order', async () => {
    await show(<ConsentScreen />, { width: 1280 })
    await appear('[data-part="accept"]')
    const walk: string[] = []
    for (let step = 0; step < 40 && walk.at(-1) !== 'decline'; step++) {
      await userEvent.keyboard('{Tab}')
      const { activeElement } = document
      const part = activeElement?.closest('[data-part]')?.getAttribute('data-part') ?? ''
      if (walk.at(-1) !== part) walk.push(part)
    }
    expect(walk).toEqual(['purpose', 'terms-outline', 'terms-text', 'decision-notice', 'accept', 'decline'])
  })

  it('experience 9: sends nothing before the decision', async () => {
    const { scene } = await show(<ConsentScreen />)
    await appear('[data-part="accept"]')
    await userEvent.click(find('[data-part="purpose"] input'))
    expect(scene.world.requests).toEqual([])
  })

  // Regression: the bar grows with the text, but a focused element stayed only 72 px above the bottom and was hidden.
  it.each([
    ['100%', 'normal', 'normal'],
    ['200%', '0.12em', '0.16em'],
  ])(
    'experience 19: a choice is at least 44 px tall and not under the bar when focused, with text at %s, spacing %s and %s',
    async (fontSize, letterSpacing, wordSpacing) => {
      Object.assign(document.documentElement.style, { fontSize, letterSpacing, wordSpacing })
      await show(<ConsentScreen />, { width: 320, height: 640, locale: 'de', messages: de })
      const accept = await appear('[data-part="accept"]')
      for (const link of document.querySelectorAll<HTMLElement>('.licet-screen :is(a, button, input)')) {
        if (!link.checkVisibility()) continue
        link.focus()
        const box = link.getBoundingClientRect()
        const bar = find('[data-part="screen-decision"]').getBoundingClientRect()
        if (
          link.closest('[data-part="screen-decision"]') ||
          getComputedStyle(find('[data-part="screen-decision"]')).bottom !== '0px'
        )
          continue
        expect(box.top < 0 || box.bottom <= bar.top, link.outerHTML.slice(0, 120)).toBe(true)
      }
      expect(accept.offsetHeight).toBeGreaterThanOrEqual(44)
    },
  )
})

describe('a decision', () => {
  it('experience 4: has no prop that removes Decline or leaves Accept alone', async () => {
    await show(<Decision acceptable={false} onAccept={() => {}} onDecline={() => {}} />)
    expect(document.querySelectorAll('[data-part="accept"]')).toHaveLength(0)
    expect(document.querySelectorAll('[data-part="decline"]')).toHaveLength(1)
  })
})
