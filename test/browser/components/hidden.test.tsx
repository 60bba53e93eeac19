import { act, cleanup, render } from '@testing-library/react'
import { Activity, type ReactElement, type ReactNode, Suspense, use, useEffect, useRef, useState } from 'react'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import { ConsentGate, ConsentLink, ConsentScreen } from '../../../src/components/index.ts'
import { ConsentProvider } from '../../../src/react/index.ts'
import { configOf, newPerson, service } from '../../fixtures/react-harness.tsx'
import { appear, find } from './harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

const dialog = () => find<HTMLDialogElement>('dialog:not(#host)')

/** Renders a part inside something that can hide it, with a button outside, and opens the dialog of the part. */
async function openWithin(
  Around: (props: { readonly hidden: boolean; readonly children: ReactNode }) => ReactNode,
  part: ReactElement,
) {
  const config = configOf(newPerson())
  const tree = (hidden: boolean) => (
    <ConsentProvider config={config}>
      <button type="button" id="outside">
        outside
      </button>
      <Around hidden={hidden}>{part}</Around>
    </ConsentProvider>
  )
  const { rerender } = render(tree(false))
  if (part.type === ConsentLink) await userEvent.click(await appear('.licet-link'))
  await appear('dialog[open] h2')
  return (hidden: boolean) => act(async () => rerender(tree(hidden)))
}

function InActivity({ hidden, children }: { readonly hidden: boolean; readonly children: ReactNode }): ReactNode {
  return <Activity mode={hidden ? 'hidden' : 'visible'}>{children}</Activity>
}

const never = new Promise<void>(() => {})

function Late({ hidden }: { readonly hidden: boolean }): ReactNode {
  if (hidden) use(never)
  return null
}

function InSuspense({ hidden, children }: { readonly hidden: boolean; readonly children: ReactNode }): ReactNode {
  return (
    <Suspense fallback={<output>loading</output>}>
      <Late hidden={hidden} />
      {children}
    </Suspense>
  )
}

const WAYS = [
  ['an Activity', InActivity],
  ['a sibling that suspends', InSuspense],
] as const
// A modal dialog that is hidden by `display: none` stays modal, and nothing on the page can take the focus.
describe.each(WAYS)('experience 16: a dialog that is hidden by %s', (_, Around) => {
  it('releases the page, and opens again with the page instead of being dismissed', async () => {
    const hide = await openWithin(Around, <ConsentScreen surface="dialog" />)
    const closed = new Promise((resolve) => dialog().addEventListener('close', resolve, { once: true }))
    await hide(true)
    await closed
    expect(dialog().matches(':modal')).toBe(false)
    find('#outside').focus()
    expect(document.activeElement).toBe(find('#outside'))
    await hide(false)
    await expect.poll(() => dialog().matches(':modal')).toBe(true)
    await expect.poll(() => document.activeElement?.tagName).toBe('H2')
  })
})

// Its place is at the provider, because a menu removes the link that was pressed in it.
it.each(WAYS)('experience 16: the settings stay open when %s hides their link', async (_, Around) => {
  const hide = await openWithin(Around, <ConsentLink />)
  await hide(true)
  expect(dialog().matches(':modal')).toBe(true)
  await userEvent.keyboard('{Escape}')
  await expect.poll(() => document.querySelector('dialog[open]')).toBeNull()
  find('#outside').focus()
  expect(document.activeElement).toBe(find('#outside'))
})

// React bubbles `close` and `cancel` through its tree. The browser does not.
it.each([
  ['a link', <ConsentLink key="link" />],
  ['a gate', <ConsentGate key="gate" usecase="analytics" />],
  ['a screen', <ConsentScreen key="screen" surface="dialog" />],
] as const)('experience 6: a dialog of the host app stays open around the dialog of %s', async (_, part) => {
  const events: string[] = []
  function Host(): ReactNode {
    const own = useRef<HTMLDialogElement>(null)
    const [open, setOpen] = useState(true)
    useEffect(() => {
      if (open && !own.current?.open) own.current?.showModal()
      if (!open) own.current?.close()
    }, [open])
    return (
      <dialog id="host" ref={own} onCancel={() => events.push('cancel')} onClose={() => setOpen(false)}>
        {part}
      </dialog>
    )
  }
  render(
    <ConsentProvider config={configOf(newPerson())}>
      <Host />
    </ConsentProvider>,
  )
  const open = async () => {
    if (part.type !== ConsentScreen) await userEvent.click(await appear('#host button'))
    await appear('body > dialog[open] h2')
  }
  await open()
  const closed = new Promise((resolve) => dialog().addEventListener('close', resolve, { once: true }))
  await userEvent.keyboard('{Escape}')
  await closed
  await expect.poll(() => document.querySelector('dialog[open]:not(#host)')).toBeNull()
  expect(events).toEqual([])
  expect(find<HTMLDialogElement>('#host').open).toBe(true)
})
