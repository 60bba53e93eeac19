import { cleanup, render } from '@testing-library/react'
import type { ReactNode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentLink, ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { licensedTitle, stopLabel } from '../../fixtures/company-titles.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { Stage, whenStaged } from '../../fixtures/stage.tsx'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, press, show } from './harness.tsx'

afterEach(cleanup)

type Purposes = NonNullable<ServiceClientConfig['agreement']['purposes']>

/** Shows the settings to a person who agreed to purposes that differ from the current ones. Returns a function for the next visit. */
async function revisit(
  part: ReactNode,
  before: Purposes,
  granted: readonly string[],
  today: Purposes,
): Promise<() => Promise<void>> {
  const config = { agreement: { ...agreement, purposes: today, compensation: '500 points for each receipt' } }
  const earlier = { purposes: before, compensation: agreement.compensation }
  const scene = await prepareScene('update-material', config, { agreement: earlier, granted })
  const visit = async () => {
    cleanup()
    render(
      <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        {part}
      </Stage>,
    )
  }
  await visit()
  await whenStaged(document, 'update-material')
  return visit
}

const shownPurposes = () =>
  [...document.querySelectorAll('.licet-settings [data-part="purpose"]')].map((item) => item.textContent?.replaceAll('\u00A0', ' '))

describe('the license in the settings', () => {
  it('experience 12: the buttons to change and to withdraw are described by the text beside them', async () => {
    const purposes: Purposes = ['analytics', { usecase: 'retargeting' }]
    await revisit(<ConsentSettings />, purposes, ['retargeting'], [...purposes, 'attribution'])
    await expect
      .element(page.getByRole('button', { name: stopLabel('Bramble Market') }))
      .toHaveAccessibleDescription(en['settings.withdraw.hint'])
    await expect
      .element(page.getByRole('button', { name: en['settings.change'] }))
      .toHaveAccessibleDescription(en['settings.change.hint'])
  })

  // Regression: the purposes came from the current agreement, so a new use was shown as necessary and an agreed use was missing.
  it('experience 12: shows the purposes of the license, not of the current agreement', async () => {
    await revisit(
      <ConsentSettings />,
      ['analytics', { usecase: 'retargeting', destinations: ['ads.bramble.example'] }],
      ['retargeting'],
      ['analytics', 'attribution', 'ai_training'],
    )
    await appear('.licet-settings [data-part="purpose"]')
    expect(shownPurposes()).toEqual(['StatisticsGoes to: Bramble Market', 'Personal adsOnGoes to: AdCo, an advertising company'])
  })

  it('experience 12: names an unknown use case by its identifier, and a known one as the agreement does', async () => {
    await revisit(
      <ConsentSettings />,
      [
        { usecase: 'x-loyalty_scoring', label: 'scores', necessary: true },
        { usecase: 'x-shelves', label: 'shelves', necessary: true },
        { usecase: 'analytics' },
      ],
      ['analytics'],
      ['attribution', { usecase: 'x-shelves', label: 'greener shelves' }],
    )
    await appear('.licet-settings [data-part="purpose"]')
    expect(shownPurposes()).toEqual(['Loyalty scoring', 'Greener shelves', 'StatisticsOn'])
  })

  // Regression: the button did nothing when the terms had changed, because the flow was asking already.
  it('experience 14: a new choice uses the current agreement', async () => {
    await revisit(<ConsentSettings />, ['analytics', { usecase: 'retargeting' }], ['retargeting'], ['analytics', 'ai_training'])
    await press(en['settings.change'])
    await appear('[data-part="accept"]')
    expect(find('[data-part="screen-summary"]').textContent).toContain('Training AI')
  })

  // After a declined update the older license stays, whose reward this page does not know.
  it('experience 12: the screen shows no reward of a declined agreement', async () => {
    const again = await revisit(<ConsentScreen />, ['analytics'], [], ['analytics', 'ai_training'])
    await userEvent.click(await appear('[data-part="decline"]'))
    await whenStaged(document, 'declined')
    await again()
    await whenStaged(document, 'already-licensed')
    expect((await appear('.licet-receipt')).textContent).not.toContain(en['summary.reward'])
  })
})

describe('settings without a license in force', () => {
  it.each([
    ['device-unknown', en['status.device.title'], en['status.device']],
    ['expired', 'Your permission for Bramble Market has ended', 'needs your permission again'],
    ['unsupported', en['status.unsupported.title'], en['status.unsupported']],
  ] as const)('experience 15: show the earlier agreement in the state %s', async (state, title, text) => {
    await show(<ConsentSettings />, { state })
    expect(find('.licet-settings').textContent).toContain(title)
    expect(find('.licet-settings').textContent).toContain(text)
    expect(find('.licet-settings').textContent).not.toContain('You have not given')
    await expectAccessible()
  })

  it('experience 15: show a lost key at the next visit, even after declining', async () => {
    const { scene, state } = await show(<ConsentScreen />, { state: 'device-unknown' })
    await userEvent.click(await appear('[data-part="decline"]'))
    await state('declined')
    cleanup()
    render(
      <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        <ConsentSettings />
      </Stage>,
    )
    await whenStaged(document, 'declined')
    expect(find('.licet-settings').textContent).toContain(en['status.device.title'])
  })

  it('experience 11: show that a license is being created', async () => {
    await show(<ConsentSettings />, { state: 'submitting' })
    expect(find('.licet-settings').textContent).toContain(en['status.submitting'])
    expect(find('.licet-settings').textContent).not.toContain('You have not given')
  })
})

describe('a license that expires soon', () => {
  it('experience 14: the settings show this and offer a renewal', async () => {
    await show(<ConsentSettings />, { state: 'expiring' })
    expect(find('.licet-settings').textContent).toContain(en['status.expiring.title'])
    await press(en['action.renew'])
    await appear('[data-part="accept"]')
    await expectAccessible()
  })
})

describe('a withdrawal that the service refuses', () => {
  const REFUSAL = { kind: 'status', status: 400, code: 'invalid_license' } as const

  // Regression: the withdrawal was shown as done, without an alert, a code and a retry.
  it('experience 11 and 13: is shown with its code beside the button, with a retry in the same place', async () => {
    const { scene, state, events } = await show(<ConsentSettings onDelete={() => {}} />, { state: 'already-licensed' })
    scene.world.faults.add(REFUSAL, { path: '/license/create' })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    const alert = await appear('[role="alert"]')
    for (const text of [
      en['error.withdraw.title'],
      'Your permission is still in force. Try again, or write to privacy@bramble.example.',
      'Code: invalid_license',
    ])
      expect(alert.textContent).toContain(text)
    expect(alert.textContent).not.toContain(en['error.refused'])
    expect(find('.licet-settings').textContent).not.toContain(en['status.withdrawn.title'])
    expect(find('.licet-settings [data-part="live"]').textContent).toBe('')
    await expect.poll(() => document.activeElement).toBe(find('[data-part="settings-title"]'))
    await expectAccessible()
    await press(en['action.retry'])
    await expect.poll(() => find('.licet-settings').textContent).toContain(en['status.withdrawn.title'])
    expect(document.querySelector('[role="alert"]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find('[data-part="settings-title"]'))
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['failed', 'withdrawn'])
  })

  // Regression: the message was "Your license … has ended. It ended on ."
  it('experience 11 and 13: is shown at the next visit as well, on a screen with a retry', async () => {
    const { scene, state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    scene.world.faults.add(REFUSAL, { path: '/license/create' })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    cleanup()
    render(
      <Stage scene={scene} locale="en" messages={en} appearance={{}} onEvent={() => {}}>
        <ConsentScreen />
      </Stage>,
    )
    await whenStaged(document, 'withdrawn')
    expect((await appear('[role="alert"]')).textContent).toContain(en['error.withdraw.title'])
    expect(find('h1').textContent).toBe(en['status.withdrawing.title'])
    expect(document.body.textContent).not.toContain('has ended')
    await press(en['action.retry'])
    await expect.poll(() => find('h1').textContent).toBe(en['status.withdrawn.title'])
    await expect.poll(() => document.activeElement).toBe(find('h1'))
  })

  it('experience 11: offers no retry when only the app can fix the error', async () => {
    const { scene, state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    scene.world.faults.add({ kind: 'status', status: 400, code: 'payload_too_large' }, { path: '/license/create' })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    expect((await appear('[role="alert"]')).textContent).toContain(en['error.setup'].replace('{company}', agreement.company.name))
    expect([...document.querySelectorAll('button')].map(({ textContent }) => textContent)).not.toContain(en['action.retry'])
  })
})

describe('a withdrawal that is done', () => {
  it.each([
    [
      'the settings',
      <ConsentSettings key="1" onDelete={() => {}} />,
      [en['receipt.proof'], en['settings.delete'], en['settings.review']],
    ],
    ['a screen', <ConsentScreen key="2" onDone={() => {}} />, [en['receipt.proof'], en['action.review'], en['action.done']]],
  ] as const)('experience 12 and 13: offers the proof first in %s, and the request last', async (_, part, names) => {
    await show(part, { state: 'withdrawn' })
    await appear('.licet-rows button')
    expect([...document.querySelectorAll('[data-part="outcome-next"] button')].map(({ textContent }) => textContent)).toEqual(names)
    await expectAccessible()
  })
})

describe('the mark of the company', () => {
  const LOGO = "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 1 1'/%3E"

  it('is its logo in the settings and in the receipt, or its first letter', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed', appearance: { logo: LOGO } })
    await appear('[data-part="settings-company"]')
    const marks = () => [...document.querySelectorAll('.licet-settings [data-part="company-mark"]')]
    expect(marks().map((mark) => mark.querySelector('img')?.getAttribute('src'))).toEqual([LOGO, LOGO])
    await show(<ConsentSettings />, { state: 'already-licensed' })
    await appear('[data-part="settings-company"]')
    expect(marks().map(({ textContent }) => textContent)).toEqual(['B', 'B'])
  })
})

describe('the signed terms', () => {
  it.each([
    ['the outcome', <ConsentScreen key="1" />, 'licensed'],
    ['the settings', <ConsentSettings key="2" />, 'already-licensed'],
  ] as const)('experience 12: can be read in the receipt in %s', async (_, part, state) => {
    await show(part, { state })
    await userEvent.click(await appear('[data-part="settings-receipt"] > summary'))
    await userEvent.click(await appear('[data-part="receipt-terms"] > summary'))
    const text = await appear('[data-part="receipt-terms"] [data-part="terms-text"]')
    await expect.poll(() => text.textContent).toContain('100 points for each receipt')
    expect(text.checkVisibility()).toBe(true)
    await expectAccessible()
  })
})

describe('a decision made in the settings', () => {
  const live = () => find('.licet-settings > [data-part="live"]').textContent

  // Regression: the inner screen disappeared with its live region, and the settings announced nothing.
  it('experience 18: is announced, and a later decision in another part is not', async () => {
    const { state } = await show(
      <>
        <ConsentSettings />
        <ConsentLink />
      </>,
    )
    await press(en['settings.review'])
    await userEvent.click(await appear('[data-part="decline"]'))
    await state('declined')
    await expect.poll(live).toBe(en['status.declined.title'])
    await press(en['settings.review'])
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await expect.poll(live).toBe(licensedTitle('Bramble Market'))
  })
})

describe('requesting deletion', () => {
  const live = () => find('.licet-settings [data-part="live"]').textContent

  it('experience 18: is announced, and the focus moves to the title', async () => {
    await show(<ConsentSettings onDelete={() => {}} />, { state: 'withdrawn' })
    await press(en['settings.delete'])
    await expect.poll(live).toBe(en['settings.deleted'])
    await expect.poll(() => document.activeElement?.getAttribute('data-part')).toBe('settings-title')
    await expectAccessible()
  })

  // Regression: a rejected promise of the app was unhandled, and nothing appeared on screen.
  it('experience 13: shows a failure, and can be repeated', async () => {
    let asked = 0
    const onDelete = async () => {
      asked++
      if (asked === 1) throw new Error('The app could not.')
    }
    await show(<ConsentSettings onDelete={onDelete} />, { state: 'withdrawn' })
    await press(en['settings.delete'])
    expect((await appear('[role="alert"]')).textContent).toBe(en['error.other'])
    expect(document.body.textContent).not.toContain(en['settings.deleted'])
    await press(en['settings.delete'])
    await expect.poll(live).toBe(en['settings.deleted'])
    await expect.poll(() => document.querySelector('[role="alert"]')).toBeNull()
    expect(asked).toBe(2)
  })

  // Regression: a late result took the focus and was announced after the person had left the view.
  it('experience 18: a result that arrives after the person left is not announced', async () => {
    let respond = () => {}
    const asked = new Promise<void>((resolve) => (respond = resolve))
    await show(<ConsentSettings onDelete={() => asked} />, { state: 'withdrawn' })
    await press(en['settings.delete'])
    await press(en['settings.review'])
    const decline = await appear('[data-part="decline"]')
    decline.focus()
    respond()
    await asked
    await new Promise((resolve) => requestAnimationFrame(resolve))
    expect(document.activeElement).toBe(decline)
    expect(find('.licet-settings').textContent).not.toContain(en['settings.deleted'])
  })

  it('experience 13: is offered again after a later withdrawal', async () => {
    const { state } = await show(<ConsentSettings onDelete={() => {}} />, { state: 'withdrawn' })
    await press(en['settings.delete'])
    await expect.poll(live).toBe(en['settings.deleted'])
    await press(en['settings.review'])
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    await press(en['settings.delete'])
  })
})

describe('the settings in a dialog', () => {
  // Regression: the dialog was as wide as a screen with two columns, so a third of it was empty.
  it('experience 16: is as wide as its content', async () => {
    await show(<ConsentLink />, { state: 'already-licensed', width: 1280 })
    await userEvent.click(find('.licet-link'))
    const settings = await appear('dialog .licet-settings')
    const dialog = find('dialog').getBoundingClientRect()
    const { left, right } = settings.getBoundingClientRect()
    expect(Math.abs(left - dialog.left - (dialog.right - right))).toBeLessThanOrEqual(1)
    expect(left - dialog.left).toBeLessThanOrEqual(34)
  })
})

describe('the receipt in the settings', () => {
  it.each([320, 1280])(
    'experience 12: at %i px each group of a hash stays on one line, and the buttons fill their lines',
    async (width) => {
      await show(<ConsentSettings />, { state: 'already-licensed', width })
      await userEvent.click(await appear('[data-part="settings-receipt"] > summary'))
      await userEvent.click(await appear('[data-part="receipt-details"] > summary'))
      const groups = [...document.querySelectorAll('.licet-receipt code > span')]
      expect(groups.length).toBe(22)
      for (const group of groups) {
        expect(group.textContent).toMatch(/^[\w-]{3,4}$/)
        expect([group.textContent, group.getClientRects().length]).toEqual([group.textContent, 1])
        expect(getComputedStyle(group).whiteSpace).toBe('nowrap')
      }
      const boxes = [...document.querySelectorAll('.licet-receipt > [data-part="actions"] > button')].map((button) =>
        button.getBoundingClientRect(),
      )
      expect(new Set(boxes.map(({ height }) => Math.round(height))).size).toBe(1)
      // No button is alone in half of a line.
      const ends = new Map(boxes.map(({ top, right }) => [top, Math.round(right)]))
      expect(new Set(ends.values()).size).toBe(1)
      expect(ends.size).toBe(1)
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width)
    },
  )
})
