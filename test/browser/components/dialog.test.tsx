import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen } from '../../../src/components/index.ts'
import { appear, find, show } from './harness.tsx'

afterEach(cleanup)

describe('a modal consent screen', () => {
  it('experience 16: is a native modal dialog with the focus on its title and the page behind it inert', async () => {
    await show(
      <>
        <button type="button" id="behind">
          behind
        </button>
        <ConsentScreen surface="dialog" />
      </>,
    )
    await appear('[data-part="accept"]')
    const dialog = find<HTMLDialogElement>('dialog')
    expect(dialog.matches(':modal')).toBe(true)
    expect(document.activeElement).toBe(find('[data-part="screen-title"]'))
    find('#behind').focus()
    expect(document.activeElement).not.toBe(find('#behind'))
  })

  it.each([
    ['Escape', () => userEvent.keyboard('{Escape}')],
    ['the close button', () => userEvent.click(find('[data-part="close"]'))],
  ])('experience 6: %s dismisses: no yes, no no, nothing sent', async (_, act) => {
    const { scene, events, state } = await show(<ConsentScreen surface="dialog" />)
    await appear('[data-part="accept"]')
    await act()
    await state('dismissed')
    expect(find<HTMLDialogElement>('dialog').open).toBe(false)
    await expect.poll(() => events.map(({ type }) => type)).toEqual(['shown', 'dismissed'])
    expect(scene.world.requests).toEqual([])
  })

  it('experience 6: a press on the backdrop dismisses', async () => {
    const { state } = await show(<ConsentScreen surface="dialog" />)
    await appear('[data-part="accept"]')
    await userEvent.click(document.body, { position: { x: 3, y: 3 }, force: true })
    await state('dismissed')
  })

  it('experience 6: declining ends kindly, with a way back, and is two presses from the end', async () => {
    const { state } = await show(<ConsentScreen surface="dialog" />)
    await appear('[data-part="accept"]')
    await userEvent.click(find('[data-part="decline"]'))
    await state('declined')
    expect(document.activeElement?.textContent).toBe('You declined')
    expect(document.body.textContent).toContain('Nothing was signed and nothing was sent.')
    await userEvent.click(await buttonOf('Done'))
    expect(find<HTMLDialogElement>('dialog').open).toBe(false)
  })

  it('experience 12: accepting shows the receipt at once, and the title takes the focus', async () => {
    const { state } = await show(<ConsentScreen surface="dialog" />)
    await userEvent.click(await appear('[data-part="accept"]'))
    await state('licensed')
    await appear('[data-part="receipt-title"]')
    expect(document.activeElement?.textContent).toBe('Your license is ready')
    await appear('[data-part="receipt-verified"][data-state="verified"]')
  })
})

describe('a screen on the page', () => {
  it.each(['page', 'inline'] as const)('experience 16: the surface %s takes no focus by itself', async (surface) => {
    await show(<ConsentScreen surface={surface} />)
    await appear('[data-part="accept"]')
    expect(document.activeElement).toBe(document.body)
  })
})

async function buttonOf(name: string): Promise<HTMLElement> {
  const found = () => [...document.querySelectorAll('button')].find((button) => button.textContent === name)
  await expect.poll(found).toBeDefined()
  return found() as HTMLElement
}
