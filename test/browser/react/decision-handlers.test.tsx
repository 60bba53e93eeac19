import { cleanup } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { DecisionBoundary } from '../../../src/react/decision-boundary.tsx'
import { type UseConsentResult, useConsent, useWithdraw } from '../../../src/react/index.ts'
import { configOf, mount, newPerson, offline, service } from '../../fixtures/react-harness.tsx'

afterEach(() => {
  cleanup()
  service.faults.clear()
})
afterAll(() => service.close())

type Hands = UseConsentResult & { readonly withdraw: () => Promise<void> }

/** Renders components with handlers, one inside of the other, and returns what each received and can do. */
function nested() {
  const calls: string[] = []
  const hands: { outer?: Hands; inner?: Hands; unmountInner?: () => void } = {}
  const handlersOf = (name: string) => ({
    onAccept: (license: { readonly id: string }) => calls.push(`${name} accept ${typeof license.id}`),
    onDecline: () => calls.push(`${name} decline`),
    onWithdraw: () => calls.push(`${name} withdraw`),
    onDismiss: () => calls.push(`${name} dismiss`),
  })
  const Acts = ({ name }: { readonly name: 'outer' | 'inner' }): ReactNode => {
    hands[name] = { ...useConsent(), withdraw: useWithdraw().withdraw }
    return null
  }
  const Tree = (): ReactNode => {
    const [isInner, setInner] = useState(true)
    hands.unmountInner = () => setInner(false)
    return (
      <DecisionBoundary {...handlersOf('outer')}>
        <Acts name="outer" />
        {isInner && (
          <DecisionBoundary {...handlersOf('inner')}>
            <Acts name="inner" />
          </DecisionBoundary>
        )}
      </DecisionBoundary>
    )
  }
  return { calls, hands, tree: <Tree /> }
}

it('calls the handlers of the component through which the decision was made, and of those around it', async () => {
  const { calls, hands, tree } = nested()
  const app = mount({ config: configOf(newPerson()) }, tree)
  await app.state('ready')
  hands.outer?.dismiss()
  await app.state('dismissed')
  hands.inner?.reopen()
  hands.inner?.decline()
  await app.state('declined')
  hands.inner?.reopen()
  await hands.inner?.accept()
  await app.state('licensed')
  await hands.outer?.withdraw()
  await app.state('withdrawn')
  await expect
    .poll(() => calls)
    .toEqual(['outer dismiss', 'inner decline', 'outer decline', 'inner accept string', 'outer accept string', 'outer withdraw'])
})

it('calls no handler for a decision that is made elsewhere', async () => {
  const { calls, tree } = nested()
  const app = mount({ config: configOf(newPerson()) }, tree)
  await app.state('ready')
  expect(await app.consent().accept()).toBe('licensed')
  await app.withdraw()
  await app.state('withdrawn')
  await expect.poll(() => app.events.map(({ type }) => type)).toEqual(['shown', 'accepted', 'withdrawn'])
  expect(calls).toEqual([])
})

it('calls onAccept once, when a queued license is delivered', async () => {
  const { calls, hands, tree } = nested()
  const net = offline()
  const app = mount({ config: configOf(newPerson(), { connectivity: net.connectivity }) }, tree)
  await app.state('offline')
  expect(await hands.outer?.accept()).toBe('queued')
  // Closing a dialog meanwhile decides nothing.
  hands.inner?.dismiss()
  await new Promise((resolve) => setTimeout(resolve, 20))
  expect(calls).toEqual([])
  net.goOnline()
  await app.state('licensed')
  await expect.poll(() => calls).toEqual(['outer accept string'])
})

it('calls no handler of a component that is no longer mounted', async () => {
  const { calls, hands, tree } = nested()
  const net = offline()
  const app = mount({ config: configOf(newPerson(), { connectivity: net.connectivity }) }, tree)
  await app.state('offline')
  expect(await hands.inner?.accept()).toBe('queued')
  hands.unmountInner?.()
  await new Promise((resolve) => setTimeout(resolve, 20))
  net.goOnline()
  await app.state('licensed')
  await expect.poll(() => calls).toEqual(['outer accept string'])
})

it('reports an error in a handler to the page and keeps the decision', async () => {
  const reported = vi.fn()
  vi.stubGlobal('reportError', reported)
  const hands: { consent?: UseConsentResult } = {}
  const Act = (): ReactNode => {
    hands.consent = useConsent()
    return null
  }
  const onAccept = () => {
    throw new Error('from the host app')
  }
  const app = mount(
    { config: configOf(newPerson()) },
    <DecisionBoundary onAccept={onAccept}>
      <Act />
    </DecisionBoundary>,
  )
  await app.state('ready')
  expect(await hands.consent?.accept()).toBe('licensed')
  await expect.poll(() => reported.mock.calls).toEqual([[expect.objectContaining({ message: 'from the host app' })]])
  expect(app.licensed()).toBe(true)
  vi.unstubAllGlobals()
})
