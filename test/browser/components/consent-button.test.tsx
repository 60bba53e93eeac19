import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentButton, ConsentScreen } from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { whenIdle } from '../../../src/react/store/text-hash.ts'
import { appear, expectAccessible, find, press, show } from './harness.tsx'

afterEach(cleanup)

describe('a consent button', () => {
  it('experience 6 and 16: opens the request in a dialog, and returns the focus on Esc', async () => {
    const { state } = await show(<ConsentButton />)
    await press(en['gate.ask'])
    await appear('dialog:modal [data-part="accept"]')
    expect([find('.licet-button').getAttribute('aria-haspopup'), find('.licet-button').dataset.state]).toEqual(['dialog', 'open'])
    await expectAccessible()
    await userEvent.keyboard('{Escape}')
    await state('dismissed')
    await expect.poll(() => document.activeElement).toBe(find('.licet-button'))
    await expect.poll(() => find('.licet-button').dataset.state).toBe('closed')
  })

  it('leaves the focus of the page where it is until it is pressed', async () => {
    await show(
      <>
        <ConsentButton />
        <ConsentButton>Another one</ConsentButton>
      </>,
    )
    await appear('.licet-button')
    await whenIdle()
    expect(document.activeElement).toBe(document.body)
  })

  it('opens the request again after a Decline', async () => {
    await show(<ConsentButton />, { state: 'declined' })
    await press(en['gate.ask'])
    await appear('dialog:modal [data-part="accept"]')
  })

  it('shows the outcome in the same dialog, and opens the settings afterwards', async () => {
    await show(<ConsentButton>My data</ConsentButton>)
    await press('My data')
    await press(en['decision.accept'])
    await appear('dialog:modal .licet-receipt')
    await press(en['action.done'])
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await press('My data')
    await appear('dialog:modal .licet-settings')
    await expectAccessible()
  })

  it('experience 13: opens the settings while a license is in force, and returns the focus on close', async () => {
    await show(<ConsentButton />, { state: 'already-licensed' })
    await press(en['link.settings'])
    await appear('dialog:modal .licet-settings [data-part="withdraw"]')
    await userEvent.click(find('dialog [data-part="close"]'))
    await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
    await expect.poll(() => document.activeElement).toBe(find('.licet-button'))
  })

  it('experience 22: has no label that asks before the license is known', async () => {
    await show(<ConsentButton />, { state: 'checking' })
    expect(find('.licet-button').textContent).toBe(en['link.settings'])
  })

  it('moves the focus to a screen on the page that shows the request', async () => {
    await show(
      <>
        <ConsentButton />
        <ConsentScreen surface="inline" />
      </>,
    )
    await press(en['gate.ask'])
    await expect.poll(() => document.activeElement).toBe(find('[data-part="screen-title"]'))
    expect(document.querySelector('dialog[open]')).toBeNull()
  })

  it('experience 19: is at least 44 px high without a class of the host app', async () => {
    await show(<ConsentButton />)
    expect(find('.licet-button').getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  })
})
