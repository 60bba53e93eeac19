import { cleanup } from '@testing-library/react'
import { type ReactNode, Suspense, useState } from 'react'
import { flushSync } from 'react-dom'
import { afterAll, afterEach, expect, it, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import { type UseConsentResult, useConsent, useWithdraw } from '../../../src/react/index.ts'
import { DecisionBoundary } from '../../../src/react/store/decision-boundary.tsx'
import { whenIdle } from '../../../src/react/store/text-hash.ts'
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
    hands.unmountInner = () => flushSync(() => setInner(false))
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
  await expect.poll(() => app.events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown', 'withdrawn'])
  expect(calls).toEqual([])
})

it('calls no handler for an Accept of another tab, after its own decision', async () => {
  const { calls, hands, tree } = nested()
  const config = configOf(newPerson())
  const bench = mount({ config }, tree)
  await bench.state('ready')
  hands.outer?.dismiss()
  await bench.state('dismissed')
  // After a failed attempt the decision counts as queued until it is delivered, in every tab. The second attempt waits until this tab knows
  // it.
  let respond = () => {}
  const until = new Promise<void>((resolve) => (respond = resolve))
  const create = { path: '/license/create' } as const
  service.faults.add({ kind: 'status', status: 503 }, create).add({ kind: 'delay', until }, create)
  const other = new ServiceClient(config)
  const delivered = other.createLicense({ granted: ['support'] })
  // Not the state, which is `queued` from the first attempt on.
  await expect.poll(() => bench.consent().pendingDecision?.attempts ?? 0).toBeGreaterThan(0)
  respond()
  await delivered
  await bench.state('already-licensed')
  await expect.poll(() => bench.events.map(({ type }) => type).sort()).toEqual(['accepted', 'dismissed', 'queued', 'shown'])
  expect(calls).toEqual(['outer dismiss'])
  await other.close()
})

it('calls onAccept once when another tab changes the license later', async () => {
  const { calls, hands, tree } = nested()
  const person = newPerson()
  const bench = mount({ config: configOf(person) }, tree)
  await bench.state('ready')
  expect(await hands.outer?.accept()).toBe('licensed')
  const other = new ServiceClient(configOf(person))
  await other.createLicense({ granted: ['retargeting'] })
  await expect.poll(() => [...bench.consent().granted]).toEqual(['retargeting'])
  await whenIdle()
  expect(calls).toEqual(['outer accept string'])
  await other.close()
})

it('calls no onDecline for a Decline of another tab, after an Accept that failed', async () => {
  const { calls, hands, tree } = nested()
  const person = newPerson()
  const bench = mount({ config: configOf(person) }, tree)
  await bench.state('ready')
  service.faults.add({ kind: 'status', status: 400, code: 'invalid_license' }, { path: '/license/create' })
  expect(await hands.outer?.accept()).toBe('submit-error')
  const other = new ServiceClient(configOf(person))
  await other.decline()
  await bench.state('declined')
  await whenIdle()
  expect(calls).toEqual([])
  await other.close()
})

it('calls onAccept when a boundary above hides the component meanwhile', async () => {
  const { calls, hands, tree } = nested()
  const net = offline()
  let hide: (() => void) | undefined
  const never = new Promise<never>(() => {})
  const Sibling = (): ReactNode => {
    const [isHidden, setHidden] = useState(false)
    hide = () => setHidden(true)
    if (isHidden) throw never
    return null
  }
  const bench = mount(
    { config: configOf(newPerson(), { connectivity: net.connectivity }) },
    <Suspense fallback="hidden">
      <Sibling />
      {tree}
    </Suspense>,
  )
  await bench.state('offline')
  expect(await hands.outer?.accept()).toBe('queued')
  hide?.()
  await expect.poll(() => document.body.textContent).toContain('hidden')
  net.goOnline()
  await bench.state('licensed')
  await expect.poll(() => calls).toEqual(['outer accept string'])
})

it('calls onAccept once, when a queued license is delivered', async () => {
  const { calls, hands, tree } = nested()
  const net = offline()
  const app = mount({ config: configOf(newPerson(), { connectivity: net.connectivity }) }, tree)
  await app.state('offline')
  expect(await hands.outer?.accept()).toBe('queued')
  // Closing a dialog meanwhile decides nothing.
  hands.inner?.dismiss()
  await whenIdle()
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
