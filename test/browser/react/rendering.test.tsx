import { act, cleanup, render } from '@testing-library/react'
import { type ReactNode, StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { ServiceClient } from '../../../src/client/index.ts'
import {
  ConsentProvider,
  type UseConsentResult,
  useConsent,
  useLicense,
  useProviderSettings,
  useTerms,
} from '../../../src/react/index.ts'
import { agreement, configOf, mount, newPerson, service } from '../../fixtures/react-harness.tsx'

afterEach(cleanup)
afterAll(() => service.close())

function Screen(): ReactNode {
  const { status } = useConsent()
  const { text } = useTerms()
  const licensed = useLicense((license) => license.isLicensed)
  return (
    <section data-state={status} data-licensed={licensed}>
      {text}
    </section>
  )
}

describe('rendering', () => {
  // The first test of the file: the clients of a page share its connection, and a client opens it again when it was closed.
  it('opens the storage while the first page renders, once', async () => {
    const open = vi.spyOn(IDBFactory.prototype, 'open')
    const calls: number[] = []
    const Page = () => {
      calls.push(open.mock.calls.length)
      return <Screen />
    }
    const { container } = render(
      <ConsentProvider config={configOf(newPerson())}>
        <Page />
      </ConsentProvider>,
    )
    await expect.poll(() => container.firstElementChild?.getAttribute('data-state')).toBe('ready')
    expect(calls[0]).toBe(1)
    open.mockRestore()
  })

  it('hydrates HTML from a server without a warning, even for a person with a license', async () => {
    const person = newPerson()
    const earlier = new ServiceClient(configOf(person))
    await earlier.createLicense()
    await earlier.close()
    const tree = (
      <StrictMode>
        <ConsentProvider config={configOf(person)}>
          <Screen />
        </ConsentProvider>
      </StrictMode>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(tree)
    expect(place.querySelector('section')?.dataset.state).toBe('checking')
    const problems = [vi.spyOn(console, 'error'), vi.spyOn(console, 'warn')]
    const onRecoverableError = vi.fn()
    const root = hydrateRoot(place, tree, { onRecoverableError })
    await expect.poll(() => place.querySelector('section')?.dataset.state).toBe('already-licensed')
    expect(onRecoverableError).not.toHaveBeenCalled()
    for (const problem of problems) {
      expect(problem).not.toHaveBeenCalled()
      problem.mockRestore()
    }
    root.unmount()
    place.remove()
  })

  it('hydrates a page that was built before the agreement expired, without a warning, and refuses Accept', async () => {
    const config = configOf(newPerson())
    const ends = Date.UTC(2030, 0, 1)
    const agreement = { ...config.agreement, expiry: new Date(ends).toISOString() }
    const treeAt = (now: number) => (
      <ConsentProvider config={{ ...config, agreement, now: () => now }}>
        <Screen />
      </ConsentProvider>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(treeAt(ends - 1))
    expect(place.textContent).not.toBe('')
    const onRecoverableError = vi.fn()
    const root = hydrateRoot(place, treeAt(ends + 1), { onRecoverableError })
    await expect.poll(() => place.querySelector('section')?.dataset.state).toBe('terms-invalid')
    expect(place.textContent).toBe('')
    expect(onRecoverableError).not.toHaveBeenCalled()
    root.unmount()
    place.remove()
  })

  it('renders a component that selects one value only when that value changes', async () => {
    const renders = { bit: 0, choice: 0, all: 0 }
    const Bit = (): ReactNode => {
      renders.bit++
      return useLicense((license) => license.isLicensed) ? 'in' : 'out'
    }
    const Choice = (): ReactNode => {
      renders.choice++
      return useConsent((consent) => consent.granted.has('support')) ? 'on' : 'off'
    }
    const hands: { current?: UseConsentResult } = {}
    const All = (): ReactNode => {
      renders.all++
      hands.current = useConsent()
      useTerms()
      return hands.current.status
    }
    const { container } = render(
      <ConsentProvider config={configOf(newPerson())}>
        <Bit />
        <Choice />
        <All />
      </ConsentProvider>,
    )
    await expect.poll(() => container.textContent).toBe('outoffready')
    expect(renders).toMatchObject({ bit: 1, choice: 1 })
    const before = renders.all
    hands.current?.choose('retargeting', true)
    await expect.poll(() => container.textContent).toBe('outoffchoosing')
    expect(renders).toMatchObject({ bit: 1, choice: 1, all: before + 1 })
    hands.current?.choose('support', true)
    await expect.poll(() => container.textContent).toBe('outonchoosing')
    expect(renders).toMatchObject({ bit: 1, choice: 2, all: before + 2 })
    await hands.current?.accept()
    await expect.poll(() => container.textContent).toBe('inonlicensed')
    expect(renders).toMatchObject({ bit: 2, choice: 2 })
  })

  // Regression: only own properties were compared. A date, a map or a URL has none, so the first value stayed forever.
  it('renders a selected date or map when it changes, and not for a list with the same members', async () => {
    let renders = 0
    const states: { current?: UseConsentResult } = {}
    const Facts = (): ReactNode => {
      states.current = useConsent()
      const date = useConsent(({ isAsking }) => new Date(isAsking ? 1000 : 0))
      const map = useConsent(({ isAsking }) => new Map([['asking', isAsking]]))
      return `${date.getTime()} ${map.get('asking')}`
    }
    const List = (): ReactNode => {
      renders++
      return useConsent(({ isAsking }) => ['asks', isAsking]).join(' ')
    }
    const tree = (
      <ConsentProvider config={configOf(newPerson())}>
        <p>
          <Facts />
        </p>
        <p>
          <List />
        </p>
        <Screen />
      </ConsentProvider>
    )
    const { container } = render(tree)
    const said = () => [...container.querySelectorAll('p')].map(({ textContent }) => textContent)
    await expect.poll(said).toEqual(['1000 true', 'asks true'])
    const before = renders
    states.current?.choose('support', true)
    await expect.poll(() => container.querySelector('section')?.dataset.state).toBe('choosing')
    expect(renders).toBe(before)
    states.current?.decline()
    await expect.poll(said).toEqual(['0 false', 'asks false'])
  })

  it('renders no consumer when the host app renders again with the same inline appearance and terms', async () => {
    const person = newPerson()
    let renders = 0
    const Looks = (): ReactNode => {
      renders++
      return useProviderSettings().appearance.variables?.['color-accent']
    }
    const looks = <Looks />
    const tree = (accent: string) => (
      <ConsentProvider
        config={configOf(person, { agreement: { ...agreement, terms: { load: () => new Promise(() => {}) } } })}
        appearance={{ variables: { 'color-accent': accent } }}
        onEvent={() => {}}
      >
        {looks}
      </ConsentProvider>
    )
    const { container, rerender } = render(tree('red'))
    rerender(tree('red'))
    rerender(tree('red'))
    expect(renders).toBe(1)
    rerender(tree('blue'))
    expect(container.textContent).toBe('blue')
    expect(renders).toBe(2)
  })

  it('opens one client in StrictMode for an inline configuration', async () => {
    const person = newPerson()
    const openChannel = vi.fn((_: string) => ({ post() {}, close() {} }))
    const config = () => configOf(person, { channel: (name) => openChannel(name) })
    const app = mount({ config: config() })
    await app.state('ready')
    act(() => app.rerender({ config: config() }))
    act(() => app.rerender({ config: config() }))
    await app.state('ready')
    expect(openChannel).toHaveBeenCalledTimes(1)
  })

  it('reports each change once, without a secret', async () => {
    const person = newPerson()
    const app = mount({ config: configOf(person) })
    await app.state('ready')
    await expect.poll(() => app.events).toHaveLength(1)
    app.consent().decline()
    app.consent().reopen()
    await app.state('ready')
    await app.consent().accept()
    await app.withdraw()
    await app.state('withdrawn')
    await expect
      .poll(() => app.events.map(({ type }) => type).sort())
      .toEqual(['accepted', 'declined', 'shown', 'shown', 'withdrawn'])
    const said = JSON.stringify(app.events)
    expect(said).not.toContain(person)
    expect(said).not.toContain(service.provider.publicKey)
  })
})
