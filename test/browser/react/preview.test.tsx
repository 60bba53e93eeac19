import { cleanup, render } from '@testing-library/react'
import { Component, type ReactNode, StrictMode } from 'react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ConsentGate, ConsentLink, ConsentScreen, ConsentSettings } from '../../../src/components/index.ts'
import { CONSENT_STATES, type ConsentState } from '../../../src/core/consent-flow.ts'
import { en } from '../../../src/locales/en.ts'
import {
  ConsentProvider,
  type ConsentProviderEvent,
  type ConsentProviderProps,
  type UseConsentResult,
  type UseWithdrawResult,
  useConsent,
  useWithdraw,
} from '../../../src/react/index.ts'
import { whenIdle } from '../../../src/react/store/text-hash.ts'
import { screen } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)

const seen: { consent?: UseConsentResult; withdraw?: UseWithdrawResult } = {}

function Probe(): ReactNode {
  seen.consent = useConsent()
  seen.withdraw = useWithdraw()
  return null
}

function preview(state: ConsentState, part: ReactNode = <ConsentScreen />, more: Partial<ConsentProviderProps> = {}) {
  const events: ConsentProviderEvent[] = []
  const rendered = render(
    <StrictMode>
      <ConsentProvider {...(more as object)} preview={state} onEvent={(event) => events.push(event)}>
        {part}
        <Probe />
      </ConsentProvider>
    </StrictMode>,
  )
  return { ...rendered, events }
}

/** Resolves when the preview is in the given state and has rendered it. */
async function expectState(state: ConsentState): Promise<void> {
  await expect.poll(() => document.querySelector('[data-part="screen"]')?.getAttribute('data-state')).toBe(state)
  expect(seen.consent?.status).toBe(state)
}

describe('preview', () => {
  it.each(CONSENT_STATES)('shows the screen in the state %s, without a request and without storage', async (state) => {
    const fetch = vi.spyOn(globalThis, 'fetch')
    const open = vi.spyOn(indexedDB, 'open')
    preview(state)
    await expectState(state)
    // The state stays: nothing behind it moves the flow.
    await whenIdle()
    await expectState(state)
    expect([fetch.mock.calls, open.mock.calls]).toEqual([[], []])
    expect(document.querySelector('h1')?.textContent).not.toBe('')
    fetch.mockRestore()
    open.mockRestore()
  })

  it('uses the agreement of `config` when it is given, and needs no `userId`', async () => {
    const config = {
      authUrl: 'https://auth.example',
      provider: { id: 'provider', publicKey: 'AAAA' },
      origin: 'com.example.shop',
      agreement: {
        company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
        jurisdiction: 'Ireland',
        compensation: null,
        expiry: null,
      },
    }
    preview('ready', <ConsentScreen />, { config } as Partial<ConsentProviderProps>)
    await expectState('ready')
    expect(document.querySelector('h1')?.textContent).toContain('Pomelo')
  })

  it('shows the duration before the decision, and the end that follows from it after the decision', async () => {
    const company = { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' }
    const config = {
      authUrl: 'https://auth.example',
      provider: { id: 'provider', publicKey: 'AAAA' },
      origin: 'com.example.shop',
      agreement: { company, jurisdiction: 'Ireland', compensation: null, expiry: { months: 12 } },
      now: () => Date.UTC(2028, 1, 29, 12),
    }
    preview('ready', <ConsentScreen />, { config } as Partial<ConsentProviderProps>)
    await expectState('ready')
    const lasts = () => document.querySelector('[data-line="duration"] dd')?.textContent
    expect(lasts()).toBe('12 months from the day you agree, or until you stop')
    await expect.poll(() => seen.consent?.canAccept).toBe(true)
    expect(await seen.consent?.accept()).toBe('licensed')
    const outcome = () => document.querySelector('[data-part="screen-outcome"]')?.textContent
    await expect.poll(outcome).toContain('Until 28\u00a0February 2029, or until you stop')
  })

  it('shows another state when the prop changes', async () => {
    const { rerender } = preview('ready')
    await expectState('ready')
    rerender(
      <ConsentProvider preview="declined">
        <ConsentScreen />
        <Probe />
      </ConsentProvider>,
    )
    await expectState('declined')
  })

  it('moves on when the person acts: accept, withdraw, reopen, decline', async () => {
    const { events } = preview('ready')
    await expectState('ready')
    await expect.poll(() => seen.consent?.canAccept).toBe(true)
    seen.consent?.choose('support', true)
    await expectState('choosing')
    expect(await seen.consent?.accept()).toBe('licensed')
    await expectState('licensed')
    await seen.withdraw?.withdraw()
    await expectState('withdrawn')
    seen.consent?.reopen()
    await expectState('ready')
    seen.consent?.decline()
    await expectState('declined')
    const inOrder = ['accepted', 'withdrawn', 'declined', 'shown', 'shown']
    await expect.poll(() => events.map(({ type }) => type).sort()).toEqual(inOrder.sort())
  })

  it('queues an Accept while it is offline, and delivers it on retry', async () => {
    preview('offline')
    await expectState('offline')
    await expect.poll(() => seen.consent?.canAccept).toBe(true)
    seen.consent?.choose('support', true)
    expect(await seen.consent?.accept()).toBe('queued')
    seen.consent?.retry()
    await expectState('licensed')
    expect([...(seen.consent?.granted ?? [])]).toEqual(['support'])
  })

  it('opens and closes dialogs where the browser has no showModal(), as in jsdom', async () => {
    const { prototype } = HTMLDialogElement
    const { showModal, close } = prototype
    Object.assign(prototype, { showModal: undefined, close: undefined })
    try {
      const { unmount } = preview('already-licensed', <ConsentLink />)
      await expect.poll(() => document.querySelector('button')).not.toBeNull()
      document.querySelector('button')?.click()
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(true)
      unmount()
      preview('ready', <ConsentScreen surface="dialog" />)
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(true)
      document.querySelector<HTMLElement>('[data-part="close"]')?.click()
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(false)
    } finally {
      Object.assign(prototype, { showModal, close })
    }
  })

  it('shows the redline and the weight of an update', async () => {
    preview('update-material')
    await expectState('update-material')
    await expect.poll(() => document.querySelector('[data-part="diff"]')).not.toBeNull()
    cleanup()
    preview('update-minor')
    await expectState('update-minor')
    const show = await screen.findByRole('button', { name: en['notice.show'] })
    show.click()
    await expect.poll(() => document.querySelector('[data-part="diff"]')).not.toBeNull()
    expect(await seen.consent?.accept()).toBe('licensed')
  })

  it('opens a gate and fills the settings when it is licensed', async () => {
    preview(
      'already-licensed',
      <>
        <ConsentGate usecase="analytics">offers</ConsentGate>
        <ConsentSettings />
      </>,
    )
    await expect.poll(() => screen.queryByText('offers')).not.toBeNull()
    await expect.poll(() => document.querySelector('[data-part="settings-since"]')).not.toBeNull()
  })

  it('refuses an unknown state and lists the states', async () => {
    const onError = vi.fn()
    const state = 'asking' as ConsentState
    const part = (
      <ConsentProvider preview={state}>
        <ConsentScreen />
      </ConsentProvider>
    )
    render(part, { onCaughtError: onError, wrapper: ErrorBoundary })
    await expect.poll(() => onError.mock.calls.length).toBe(1)
    expect(onError.mock.calls[0]?.[0]).toMatchObject({
      code: 'invalid_configuration',
      field: 'preview',
      message: expect.stringContaining('`preview` is "asking", which is not a state.'),
    })
  })

  describe('without the dialog methods and `scrollIntoView`, as in jsdom', () => {
    // The kit once threw `showModal is not a function` and `scrollIntoView is not a function` there.
    const methods = [
      [HTMLDialogElement.prototype, 'showModal'],
      [HTMLDialogElement.prototype, 'close'],
      [Element.prototype, 'scrollIntoView'],
    ] as const
    const originals = methods.map(([prototype, name]) => Object.getOwnPropertyDescriptor(prototype, name) ?? {})
    beforeEach(() => {
      for (const [prototype, name] of methods) Object.defineProperty(prototype, name, { value: undefined, configurable: true })
    })
    afterEach(() => {
      cleanup()
      for (const [at, [prototype, name]] of methods.entries()) Object.defineProperty(prototype, name, originals[at] ?? {})
    })

    it('shows an error of Accept', async () => {
      preview('submit-error')
      await expectState('submit-error')
      await expect.poll(() => document.querySelector('[role="alert"]')).not.toBeNull()
    })

    it('opens and closes the dialog of the screen', async () => {
      preview('ready', <ConsentScreen surface="dialog" />)
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(true)
      document.querySelector<HTMLElement>('[data-part="close"]')?.click()
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(false)
    })

    it('opens and closes the settings', async () => {
      preview('licensed', <ConsentLink />)
      await expect.poll(() => document.querySelector('button')).not.toBeNull()
      document.querySelector('button')?.click()
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(true)
      document.querySelector<HTMLElement>('[data-part="close"]')?.click()
      await expect.poll(() => document.querySelector('dialog')?.open).toBe(false)
    })
  })
})

class ErrorBoundary extends Component<{ readonly children: ReactNode }> {
  override readonly state = { failed: false }

  static getDerivedStateFromError() {
    return { failed: true }
  }

  override render() {
    return this.state.failed ? null : this.props.children
  }
}
