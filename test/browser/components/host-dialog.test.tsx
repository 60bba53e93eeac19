import { cleanup } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentScreen } from '../../../src/components/index.ts'
import { appear, find, show } from './harness.tsx'

const hosts: HTMLDialogElement[] = []

afterEach(() => {
  cleanup()
  for (const host of hosts.splice(0)) host.remove()
})

it('H4: a dialog over an open modal of the host app is on top, has the focus, decides, and leaves it open', async () => {
  const host = document.body.appendChild(document.createElement('dialog'))
  hosts.push(host)
  host.innerHTML = '<p>Of the host</p><button type="button">ok</button>'
  host.showModal()
  const { state } = await show(<ConsentScreen surface="dialog" />)
  const accept = await appear('[data-part="accept"]')
  const dialog = find<HTMLDialogElement>('dialog.licet-screen')
  await expect.poll(() => dialog.matches(':modal')).toBe(true)
  await expect.poll(() => document.activeElement).toBe(find('[data-part="screen-title"]'))
  const { left, top, width, height } = accept.getBoundingClientRect()
  expect(accept.contains(document.elementFromPoint(left + width / 2, top + height / 2))).toBe(true)
  await userEvent.click(accept)
  await state('licensed')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => dialog.open).toBe(false)
  expect(host.open).toBe(true)
})

it('H4: a screen inside an open modal of the host app decides, and Esc closes the modal', async () => {
  const { state } = await show(
    <dialog
      ref={(element) => {
        if (element?.open === false) element.showModal()
      }}
      id="host"
    >
      <ConsentScreen surface="inline" />
    </dialog>,
  )
  const accept = await appear('[data-part="accept"]')
  accept.scrollIntoView({ block: 'center' })
  await userEvent.click(accept)
  await state('licensed')
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => find<HTMLDialogElement>('#host').open).toBe(false)
  await state('licensed')
})

it.each([
  ['transformed', { transform: 'translateY(400px) scale(0.5)' }],
  ['filtered', { filter: 'drop-shadow(0 0 1px black)' }],
  ['contained and cut', { contain: 'strict', overflow: 'hidden', blockSize: 100, inlineSize: 100, position: 'relative' }],
] as const)('H4: a dialog below an ancestor that is %s fits the window and decides', async (_, style) => {
  const { state } = await show(
    <div style={style}>
      <ConsentScreen surface="dialog" />
    </div>,
  )
  const accept = await appear('[data-part="accept"]')
  for (const element of [find('dialog'), accept, find('[data-part="decline"]')]) {
    const { left, top, right, bottom } = element.getBoundingClientRect()
    expect([left >= 0, top >= 0, right <= innerWidth, bottom <= innerHeight]).toEqual([true, true, true, true])
  }
  expect(accept.getBoundingClientRect().height).toBeGreaterThanOrEqual(44)
  await userEvent.click(accept)
  await state('licensed')
})

it('H4: a screen below a transformed ancestor decides', async () => {
  const { state } = await show(
    <div style={{ transform: 'translateX(8px) rotate(0.5deg)' }}>
      <ConsentScreen surface="inline" />
    </div>,
  )
  const accept = await appear('[data-part="accept"]')
  accept.scrollIntoView({ block: 'center' })
  await userEvent.click(accept)
  await state('licensed')
})
