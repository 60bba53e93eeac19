import { cleanup } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsNotice,
} from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

/** The decisions on screen: each is one question. */
const questions = () => [...document.querySelectorAll('[data-part="decline"]')].filter((button) => button.checkVisibility())
const openDialogs = () => [...document.querySelectorAll('dialog')].filter(({ open }) => open)
const link = () => find('.licet-link')

async function startChange(): Promise<void> {
  await userEvent.click(link())
  await press(en['settings.change'])
  await appear('[data-part="decline"]')
}

describe('a change of the choices, beside a screen in a dialog', () => {
  const page = (
    <>
      <ConsentScreen surface="dialog" />
      <ConsentLink />
    </>
  )

  it('is asked in the settings only', async () => {
    await show(page, { state: 'already-licensed' })
    await startChange()
    expect(openDialogs().map(({ className }) => className)).toEqual([expect.stringContaining('licet-settings-dialog')])
    expect(questions()).toHaveLength(1)
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the close button', () => userEvent.click(find('.licet-settings-dialog > * > [data-part="close"]'))],
  ])('ends when %s closes the settings, and leaves the way to withdraw', async (_, close) => {
    const { state, events } = await show(page, { state: 'already-licensed' })
    await startChange()
    await close()
    await state('already-licensed')
    await expect.poll(openDialogs).toEqual([])
    await userEvent.click(link())
    await appear('[data-part="withdraw"]')
    expect(questions()).toEqual([])
    expect(events.map(({ type }) => type).filter((type) => type !== 'shown')).toEqual([])
  })

  it('leaves the button to withdraw on screen', async () => {
    const { state } = await show(page, { state: 'already-licensed' })
    await startChange()
    await userEvent.click(find('[data-part="withdraw"]'))
    await state('withdrawn')
  })

  it('opens no second dialog after a change, and none for the next change', async () => {
    const { state } = await show(page)
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await press(en['action.done'])
    for (const _ of [1, 2]) {
      await startChange()
      expect(openDialogs()).toHaveLength(1)
      await userEvent.keyboard('{Escape}')
      await expect.poll(openDialogs).toEqual([])
    }
  })
})

describe('one surface asks at a time', () => {
  it('of two screens on a page, the first asks, and the second offers to ask instead', async () => {
    await show(
      <>
        <ConsentScreen surface="inline" id="first" />
        <ConsentScreen surface="inline" id="second" />
      </>,
    )
    await appear('#first [data-part="accept"]')
    expect(document.querySelector('#second [data-part="accept"]')).toBeNull()
    await press(en['action.review'])
    await appear('#second [data-part="accept"]')
    expect(questions()).toHaveLength(1)
  })

  it('of two dialogs, one opens', async () => {
    await show(
      <>
        <ConsentScreen surface="dialog" />
        <ConsentScreen surface="sheet" />
      </>,
    )
    await appear('[data-part="accept"]')
    expect(openDialogs()).toHaveLength(1)
  })

  it('a gate and the link never ask together', async () => {
    const { state } = await show(
      <>
        <ConsentGate usecase="retargeting">offers</ConsentGate>
        <ConsentLink />
      </>,
      { state: 'already-licensed' },
    )
    await startChange()
    expect(questions()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await state('already-licensed')
    await press(en['gate.ask'])
    await appear('[data-part="accept"]')
    expect(questions()).toHaveLength(1)
    expect(openDialogs()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await state('already-licensed')
  })

  it('the gate uses the screen of the page', async () => {
    await show(
      <>
        <ConsentScreen surface="dialog" />
        <ConsentGate usecase="analytics">offers</ConsentGate>
      </>,
      { state: 'dismissed' },
    )
    await press(en['gate.ask'])
    await appear('[data-part="accept"]')
    expect(openDialogs()).toHaveLength(1)
    await expect.poll(() => document.activeElement).toBe(find('[data-part="screen-title"]'))
  })

  it('a notice leaves the question to the screen before it, until the person opens it there', async () => {
    await show(
      <>
        <ConsentScreen surface="inline" id="screen" />
        <TermsNotice />
      </>,
      { state: 'update-material' },
    )
    await appear('#screen [data-part="accept"]')
    expect(questions()).toHaveLength(1)
    await press(en['notice.show'])
    await appear('dialog [data-part="accept"]')
    expect(questions()).toHaveLength(1)
  })

  it('settings on the page show a change that their own button started, and no other', async () => {
    await show(
      <>
        <ConsentSettings />
        <ConsentButton />
      </>,
      { state: 'already-licensed' },
    )
    await userEvent.click(find('.licet-button'))
    await userEvent.click(await appear('.licet-settings-dialog [data-part="settings-section"] [data-part="action"]'))
    await appear('[data-part="accept"]')
    expect(questions()).toHaveLength(1)
  })

  it('a question that was on the page returns there when the settings close', async () => {
    await show(
      <>
        <ConsentScreen surface="inline" id="screen" />
        <ConsentLink />
      </>,
    )
    await appear('#screen [data-part="accept"]')
    // Not with the mouse: the decision is sticky over the link here.
    link().click()
    await press(en['settings.review'])
    await appear('.licet-settings-dialog [data-part="accept"]')
    expect(questions()).toHaveLength(1)
    await userEvent.keyboard('{Escape}')
    await appear('#screen [data-part="accept"]')
  })

  it('a change ends when its settings leave the page', async () => {
    function Host(): ReactElement {
      const [isHere, setHere] = useState(true)
      return (
        <>
          <button type="button" onClick={() => setHere(false)}>
            Leave
          </button>
          {isHere && <ConsentSettings />}
        </>
      )
    }
    const { state } = await show(<Host />, { state: 'already-licensed' })
    await press(en['settings.change'])
    await state('choosing')
    await press('Leave')
    await state('already-licensed')
  })
})
