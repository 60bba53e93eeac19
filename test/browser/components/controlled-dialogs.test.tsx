import { cleanup } from '@testing-library/react'
import { type ReactElement, useState } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  type DialogProps,
  type OpenChangeDetails,
  TermsNotice,
} from '../../../src/components/index.ts'
import type { ConsentState } from '../../../src/core/consent-flow.ts'
import { whenIdle } from '../../../src/react/store/text-hash.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

type Change = readonly [open: boolean, reason: OpenChangeDetails['reason']]

interface Case {
  readonly render: (props: DialogProps) => ReactElement
  readonly state: ConsentState
}

const CASES: Readonly<Record<string, Case>> = {
  ConsentScreen: { render: (props) => <ConsentScreen surface="dialog" {...props} />, state: 'ready' },
  TermsNotice: { render: (props) => <TermsNotice surface="dialog" {...props} />, state: 'update-material' },
  ConsentGate: { render: (props) => <ConsentGate usecase="analytics" {...props} />, state: 'ready' },
  ConsentLink: { render: (props) => <ConsentLink {...props} />, state: 'already-licensed' },
  ConsentButton: { render: (props) => <ConsentButton {...props} />, state: 'ready' },
}

const isOpen = () => document.querySelector('dialog[open]') !== null

describe.each(Object.entries(CASES))('the dialog of %s', (name, { render, state }) => {
  it('follows `open`, and reports the reason when it closes', async () => {
    const changes: Change[] = []
    function Host(): ReactElement {
      const [open, setOpen] = useState(false)
      return (
        <>
          <button type="button" onClick={() => setOpen(true)}>
            Host
          </button>
          {render({
            open,
            onOpenChange(next, { reason }) {
              changes.push([next, reason])
              // ConsentScreen and TermsNotice ask to be opened for the question. This host app opens them later.
              if (reason !== 'state') setOpen(next)
            },
          })}
        </>
      )
    }
    await show(<Host />, { state })
    expect(isOpen()).toBe(false)
    await press('Host')
    await appear('dialog:modal')
    await userEvent.click(find('dialog [data-part="close"]'))
    await expect.poll(isOpen).toBe(false)
    await expect.poll(() => changes.filter(([open]) => !open)).toEqual([[false, 'button']])
  })

  // Esc dismisses the update, and a notice without an update has no dialog.
  const itUnlessNotice = name === 'TermsNotice' ? () => {} : it
  itUnlessNotice('stays open on Esc while the host app keeps `open`', async () => {
    const changes: Change[] = []
    await show(render({ open: true, onOpenChange: (next, { reason }) => changes.push([next, reason]) }), { state })
    await appear('dialog:modal')
    await userEvent.keyboard('{Escape}')
    await expect.poll(() => changes).toContainEqual([false, 'escape'])
    expect(isOpen()).toBe(true)
  })

  it('starts open with `defaultOpen`, and closes by itself', async () => {
    const changes: Change[] = []
    await show(render({ defaultOpen: true, onOpenChange: (next, { reason }) => changes.push([next, reason]) }), { state })
    await appear('dialog:modal')
    await userEvent.keyboard('{Escape}')
    await expect.poll(isOpen).toBe(false)
    await expect.poll(() => changes.at(-1)).toEqual([false, 'escape'])
  })

  it('starts closed with `defaultOpen={false}`', async () => {
    await show(render({ defaultOpen: false }), { state })
    await whenIdle()
    expect(isOpen()).toBe(false)
  })
})

describe('a button that opens a dialog', () => {
  it.each([
    ['ConsentLink', <ConsentLink key="link" onOpenChange={record} />, '.licet-link'],
    ['ConsentButton', <ConsentButton key="button" onOpenChange={record} />, '.licet-button'],
    ['ConsentGate', <ConsentGate key="gate" usecase="analytics" onOpenChange={record} />, '[data-part="gate"] button'],
  ])('reports the reason `button` from %s', async (_name, element, selector) => {
    recorded.length = 0
    await show(element)
    await userEvent.click(await appear(selector))
    await appear('dialog:modal')
    await expect.poll(() => recorded).toEqual([[true, 'button']])
  })
})

const recorded: Change[] = []

function record(open: boolean, { reason }: OpenChangeDetails): void {
  recorded.push([open, reason])
}
