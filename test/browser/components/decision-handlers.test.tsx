import { cleanup } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  ConsentButton,
  ConsentGate,
  ConsentLink,
  ConsentScreen,
  ConsentSettings,
  TermsCheckbox,
  TermsNotice,
} from '../../../src/components/index.ts'
import { en } from '../../../src/locales/en.ts'
import { stopLabel } from '../../fixtures/company-titles.ts'
import { appear, find, press, show } from './harness.tsx'

afterEach(cleanup)

/** Handlers that record their calls under a name. */
function recorder() {
  const calls: string[] = []
  const handlers = (name: string) => ({
    onAccept: (license: { readonly id: string }) => calls.push(`${name} accept ${license.id === '' ? 'without id' : 'license'}`),
    onDecline: () => calls.push(`${name} decline`),
    onWithdraw: () => calls.push(`${name} withdraw`),
    onDismiss: () => calls.push(`${name} dismiss`),
  })
  return { calls, handlers }
}

describe('decision handlers', () => {
  it('run once for each decision that is made in their screen', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentScreen surface="dialog" {...handlers('screen')} />)
    await press(en['decision.accept'])
    await state('licensed')
    await expect.poll(() => calls).toEqual(['screen accept license'])
  })

  it('run only for the decisions of their own screen when there are two screens', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(
      <>
        <ConsentScreen surface="inline" id="one" {...handlers('one')} />
        <ConsentScreen surface="inline" id="two" {...handlers('two')} />
      </>,
    )
    // The first screen asks, until the person brings the question to the second.
    await press(en['action.review'])
    await userEvent.click(await appear('#two [data-part="decline"]'))
    await state('declined')
    await expect.poll(() => calls).toEqual(['two decline'])
  })

  it('run when Esc dismisses their dialog', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentScreen surface="dialog" {...handlers('screen')} />)
    await appear('dialog:modal [data-part="accept"]')
    await userEvent.keyboard('{Escape}')
    await state('dismissed')
    await expect.poll(() => calls).toEqual(['screen dismiss'])
  })

  it('do not run for an earlier decision', async () => {
    const { calls, handlers } = recorder()
    await show(<ConsentSettings {...handlers('settings')} />, { state: 'licensed' })
    await appear('[data-part="withdraw"]')
    expect(calls).toEqual([])
  })

  it('run for a withdrawal in the settings', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentSettings {...handlers('settings')} />, { state: 'already-licensed' })
    await press(stopLabel('Bramble Market'))
    await state('withdrawn')
    await expect.poll(() => calls).toEqual(['settings withdraw'])
  })

  it('run for a withdrawal in the dialog of their link', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentLink {...handlers('link')} />, { state: 'already-licensed' })
    await press(en['link.settings'])
    await press(stopLabel('Bramble Market'))
    await state('withdrawn')
    await expect.poll(() => calls).toEqual(['link withdraw'])
  })

  it('run for a decision in the dialog of their button', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentButton {...handlers('button')} />)
    await press(en['gate.ask'])
    await press(en['decision.decline'])
    await state('declined')
    await expect.poll(() => calls).toEqual(['button decline'])
  })

  it('run for a decision in the dialog of their gate', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(<ConsentGate usecase="analytics" {...handlers('gate')} />)
    await press(en['gate.ask'])
    await press(en['decision.accept'])
    await state('licensed')
    await expect.poll(() => calls).toEqual(['gate accept license'])
  })

  it('run for a decision about an update in their notice', async () => {
    const { calls, handlers } = recorder()
    const { onAccept, onDecline, onDismiss } = handlers('notice')
    const { state } = await show(<TermsNotice surface="inline" {...{ onAccept, onDecline, onDismiss }} />, {
      state: 'update-material',
    })
    await press(en['decision.decline.update'])
    await state('declined')
    await expect.poll(() => calls).toEqual(['notice decline'])
  })

  it('run when sending the form creates the license of their checkbox', async () => {
    const { calls, handlers } = recorder()
    const { state } = await show(
      <form onSubmit={(event) => event.preventDefault()}>
        <TermsCheckbox onAccept={handlers('checkbox').onAccept} />
        <button type="submit">Sign up</button>
      </form>,
    )
    await userEvent.click(await appear('input[type="checkbox"]'))
    await userEvent.click(find('[type="submit"]'))
    await state('licensed')
    await expect.poll(() => calls).toEqual(['checkbox accept license'])
  })

  it('run for a license that is delivered later', async () => {
    const { calls, handlers } = recorder()
    const { scene, state } = await show(<ConsentScreen {...handlers('screen')} />, { state: 'offline' })
    await press(en['decision.accept'])
    await state('queued')
    expect(calls).toEqual([])
    scene.world.setNetwork('online')
    await state('licensed')
    await expect.poll(() => calls).toEqual(['screen accept license'])
  })
})
