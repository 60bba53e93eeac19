import { cleanup, render } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ServiceClient } from '../../../src/client/index.ts'
import { toScope } from '../../../src/client/record/device-record.ts'
import { ConsentGate, ConsentLink, ConsentScreen, ConsentSettings, TermsCheckbox } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { prepareScene } from '../../fixtures/scenes.ts'
import { agreement } from '../../fixtures/story-world.ts'
import { appear, expectAccessible, find, press, show } from './harness.tsx'

afterEach(cleanup)

describe('a withdrawal', () => {
  it('experience 13: withdrawing takes no more actions than agreeing, and shows what stops and what does not', async () => {
    let acts = 0
    const act = async (selector: string) => {
      acts++
      await userEvent.click(await appear(selector))
    }
    const { state } = await show(<ConsentScreen />)
    await act('[data-part="accept"]')
    await state('licensed')
    const toAgree = acts
    acts = 0
    const settings = await show(<ConsentSettings />, { state: 'already-licensed' })
    await appear('[data-part="withdraw"]')
    expect(document.body.textContent).toContain(en['settings.withdraw.hint'])
    await act('[data-part="withdraw"]')
    await settings.state('withdrawn')
    expect(acts).toBeLessThanOrEqual(toAgree)
    await expectAccessible()
  })

  it('experience 13: offers to delete data after the withdrawal', async () => {
    let deleted = 0
    const { state } = await show(<ConsentSettings onDelete={() => void deleted++} />, { state: 'already-licensed' })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    await userEvent.click(await buttonOf('Ask to delete data in this app'))
    expect(deleted).toBe(1)
    await expect.poll(() => document.body.textContent).toContain('The app was asked to delete what it holds.')
  })

  it('experience 12: the receipt shows parties, date, facts and hashes in groups of four, and offers two files and print', async () => {
    await show(<ConsentSettings />, { state: 'already-licensed' })
    await userEvent.click(await appear('[data-part="settings-receipt"] > summary'))
    expect((await appear('[data-part="receipt-header"]')).textContent).toContain('Bramble Market and you')
    expect(find('[data-part="receipt-facts"]').textContent).toContain(`${en['summary.reward']}100 points for each receipt`)
    const details = find('[data-part="receipt-details"]')
    expect(details.querySelector('code')?.checkVisibility()).toBe(false)
    await userEvent.click(find('[data-part="receipt-details"] > summary'))
    expect(details.querySelector('code')?.checkVisibility()).toBe(true)
    expect(details.textContent).toMatch(/[\w-]{4} [\w-]{4} [\w-]{4} [\w-]{4}/)
    expect(details.querySelector('time')?.getAttribute('datetime')).toMatch(/^\d{4}-\d\d-\d\dT/)
    expect([...document.querySelectorAll('.licet-receipt button')].map((button) => button.textContent)).toEqual([
      'Save as data (JSON)',
      'Save receipt',
      'Print',
    ])
    await expectAccessible()
  })

  // Cause: the withdrawal was dropped with its key, and the screen showed nothing but a question.
  it('is reported as not delivered when the browser lost its key first', async () => {
    const { config, world } = await prepareScene('already-licensed')
    const before = new ServiceClient(config)
    await before.getLicense()
    world.setNetwork('offline')
    const withdrawing = before.revokeLicense().catch(() => {})
    await expect.poll(() => before.getSnapshot().pending?.stage).toBe('signed')
    await before.close()
    await withdrawing
    const scope = toScope({ ...config, trailUrl: config.trailUrl ?? config.authUrl })
    // As old WebKit returns a stored key.
    await config.storage?.update(scope, ({ key: _, ...record }) => record)
    world.setNetwork('online')
    render(
      <ConsentProvider config={config}>
        <ConsentScreen />
        <ConsentSettings />
      </ConsentProvider>,
    )
    await appear('[data-part="accept"]')
    const text = en['error.withdraw.lost'].replace('{contact}', agreement.company.contact ?? '')
    for (const part of ['.licet-screen', '.licet-settings']) {
      await expect.poll(() => find(part).textContent).toContain(text)
      expect(find(part).textContent).toContain(en['error.withdraw.title'])
    }
    await press(en['decision.accept'])
    await expect.poll(() => document.body.textContent).not.toContain(text)
  })

  // Regression: the button changed the flow but rendered nothing, so nobody could agree here after a Decline or a withdrawal.
  it('shows the request in the settings, and its outcome', async () => {
    const { state } = await show(<ConsentSettings />)
    await userEvent.click(await buttonOf('See the request'))
    await userEvent.click(await appear('[data-part="decline"]'))
    await state('declined')
    await userEvent.click(await buttonOf('See the request'))
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    await userEvent.click(await buttonOf('See the request'))
    await appear('[data-part="accept"]')
  })

  // Regression: withdrawing was possible only after the service had responded.
  it('experience 13: withdraws a license that waits for the network', async () => {
    const { state } = await show(<ConsentSettings />, { state: 'queued' })
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawing')
  })

  // Regression: the pressed button disappeared, and the focus moved to the body.
  it('experience 18: the focus moves to the title after withdrawing and after a new choice', async () => {
    const focused = () => document.activeElement?.getAttribute('data-part')
    const { state } = await show(<ConsentSettings />, { state: 'already-licensed' })
    await userEvent.click(await buttonOf('Change your choices'))
    await userEvent.click(await appear('[data-part="purpose"] input'))
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await expect.poll(focused).toBe('settings-title')
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    await expect.poll(focused).toBe('settings-title')
  })

  it('changing the choices creates a new license from the terms on screen', async () => {
    const { state, events } = await show(<ConsentSettings />, { state: 'already-licensed' })
    await userEvent.click(await buttonOf('Change your choices'))
    await userEvent.click(await appear('[data-part="purpose"] input'))
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await expect.poll(() => events.map(({ type }) => type)).toContain('updated')
    await appear('[data-part="withdraw"]')
  })
})

describe('a gate', () => {
  it('shows its children only while the use is licensed', async () => {
    const { state } = await show(
      <>
        <ConsentGate usecase="analytics">
          <p id="inside">inside</p>
        </ConsentGate>
        <ConsentSettings />
      </>,
      { state: 'already-licensed' },
    )
    await appear('#inside')
    await userEvent.click(await appear('[data-part="withdraw"]'))
    await state('withdrawn')
    expect(document.querySelector('#inside')).toBeNull()
    await appear('[data-part="gate"]')
  })
})

describe('a link', () => {
  it('experience 16: opens the settings in a modal dialog, and returns the focus on close', async () => {
    await show(<ConsentLink />, { state: 'already-licensed' })
    const link = find('.licet-link')
    await userEvent.click(link)
    await appear('[data-part="withdraw"]')
    expect(find('dialog').matches(':modal')).toBe(true)
    await expect.poll(() => document.activeElement).toBe(find('[data-part="settings-title"]'))
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(link)
  })
})

describe('a checkbox in a form', () => {
  it('is validated by the browser, and the form is sent once the license is signed', async () => {
    const sent: string[] = []
    const { state } = await show(
      <form
        onSubmit={(event) => {
          event.preventDefault()
          sent.push(String(new FormData(event.currentTarget).get('terms')))
        }}
      >
        <TermsCheckbox />
        <button type="submit" id="send">
          Sign up
        </button>
      </form>,
    )
    const box = await appear<HTMLInputElement>('input[name="terms"]')
    expect([box.checked, box.required, box.validity.valueMissing]).toEqual([false, true, true])
    await userEvent.click(find('#send'))
    expect([sent, box.validationMessage]).toEqual([[], 'To go on, agree to the data use terms.'])
    await userEvent.click(box)
    await expect.poll(() => box.value).toMatch(/^[\w-]{43}$/)
    await userEvent.click(find('#send'))
    await state('licensed')
    await expect.poll(() => sent).toEqual([box.value])
  })
})

async function buttonOf(name: string): Promise<HTMLElement> {
  const found = () => [...document.querySelectorAll('button')].find((button) => button.textContent === name)
  await expect.poll(found).toBeDefined()
  return found() as HTMLElement
}
