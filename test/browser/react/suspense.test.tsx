import { act, cleanup, render, screen } from '@testing-library/react'
import { Activity, Component, type ReactNode, StrictMode, Suspense, startTransition, useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterAll, afterEach, describe, expect, it, vi } from 'vitest'
import { loadTerms, type OwnTerms, ServiceClient, type ServiceClientConfig, type TermsSource } from '../../../src/client/index.ts'
import { isLicetError } from '../../../src/core/errors.ts'
import {
  ConsentProvider,
  type ConsentProviderEvent,
  type UseConsentResult,
  useConsent,
  useSuspenseTerms,
} from '../../../src/react/index.ts'
import { agreement, configOf, newPerson, service } from '../../fixtures/react-harness.tsx'

const said = vi.spyOn(console, 'error').mockImplementation(() => {})

afterEach(() => {
  cleanup()
  said.mockClear()
})
afterAll(() => service.close())

const textOf = (config: ServiceClientConfig) => new ServiceClient(config).terms()
const reads: { consent?: UseConsentResult; renders: number } = { renders: 0 }

function Text(): ReactNode {
  const { text, locale } = useSuspenseTerms()
  reads.renders++
  return <pre lang={locale}>{text}</pre>
}

/** The part of the page outside of both boundaries. */
function Bar(): ReactNode {
  const consent = useConsent()
  reads.consent = consent
  return <output>{consent.status}</output>
}

/** The example of the React page in the docs. */
class Boundary extends Component<{ readonly children: ReactNode }, { readonly error: unknown }> {
  override state = { error: undefined }
  static getDerivedStateFromError(error: unknown) {
    return { error }
  }
  override render() {
    const { error } = this.state
    if (error === undefined) return this.props.children
    return <Failed error={error} onAgain={() => this.setState({ error: undefined })} />
  }
}

function Failed({ error, onAgain }: { readonly error: unknown; readonly onAgain: () => void }): ReactNode {
  const { retry } = useConsent()
  const again = () => {
    retry()
    onAgain()
  }
  return (
    <button type="button" onClick={again}>
      Again after {isLicetError(error) ? error.code : 'a fault'}
    </button>
  )
}

const Page = () => (
  <Boundary>
    <Suspense fallback={<p>loading</p>}>
      <Text />
    </Suspense>
  </Boundary>
)

const state = () => document.querySelector('output')?.textContent
const shown = () => document.querySelector('pre')?.textContent
const fallback = () => screen.queryByText('loading')

/** A text that resolves on demand. */
function source(key: string = crypto.randomUUID()) {
  const asked: { readonly resolve: (text: string) => void; readonly reject: (error: unknown) => void }[] = []
  const load = () => new Promise<string>((resolve, reject) => asked.push({ resolve, reject }))
  return { terms: { key, load } satisfies TermsSource, asked }
}

const withTerms = (config: ServiceClientConfig, terms: OwnTerms | undefined): ServiceClientConfig => ({
  ...config,
  agreement: { ...config.agreement, terms },
})

function show(config: ServiceClientConfig, terms: TermsSource | undefined, page: ReactNode = <Page />) {
  const events: ConsentProviderEvent[] = []
  const tree = (source: TermsSource | undefined, given = config) => (
    <StrictMode>
      <ConsentProvider config={withTerms(given, source)} onEvent={(event) => events.push(event)}>
        <Bar />
        {page}
      </ConsentProvider>
    </StrictMode>
  )
  const { rerender } = render(tree(terms))
  return { events, rerender: (source: TermsSource | undefined, given?: ServiceClientConfig) => rerender(tree(source, given)) }
}

describe('useSuspenseTerms', () => {
  it('experience 1 and 2: returns generated terms immediately, and they are the text that is signed', async () => {
    const config = configOf(newPerson())
    const { events } = show(config, undefined)
    expect(shown()).toBe(textOf(config))
    await expect.poll(state).toBe('ready')
    expect(await reads.consent?.accept()).toBe('licensed')
    await expect.poll(() => events.map(({ type }) => type).sort()).toEqual(['accepted', 'shown'])
  })

  it('experience 1: suspends while terms are fetched, fetches them once, and refuses Accept meanwhile', async () => {
    const config = configOf(newPerson())
    const { terms, asked } = source()
    show(config, terms, [<Page key="one" />, <Page key="two" />])
    await expect.poll(() => asked.length).toBe(1)
    expect(screen.getAllByText('loading')).toHaveLength(2)
    await expect.poll(state).toBe('terms-loading')
    expect(reads.consent?.canAccept).toBe(false)
    asked[0]?.resolve(textOf(config))
    await expect.poll(shown).toBe(textOf(config))
    await expect.poll(state).toBe('ready')
    expect(fallback()).toBeNull()
    expect(asked).toHaveLength(1)
  })

  it('suspends in a boundary around the provider too, with the same number of requests and renders', async () => {
    const config = configOf(newPerson())
    const { terms, asked } = source()
    reads.renders = 0
    render(
      <Suspense fallback={<p>loading</p>}>
        <ConsentProvider config={withTerms(config, { ...terms })}>
          <Bar />
          <Text />
        </ConsentProvider>
      </Suspense>,
    )
    await expect.poll(() => asked.length).toBe(1)
    expect(fallback()).not.toBeNull()
    asked[0]?.resolve(textOf(config))
    await expect.poll(state).toBe('ready')
    expect(shown()).toBe(textOf(config))
    expect(asked).toHaveLength(1)
    expect(reads.renders).toBeLessThan(5)
  })

  it.each([
    ['terms_unavailable', 'terms-error', () => Promise.reject(new TypeError('fetch failed'))],
    ['invalid_configuration', 'terms-invalid', async (): Promise<string> => '<b>'],
  ] as const)('experience 1: throws %s, reports it to the host app, and loads again on retry', async (code, failed, fail) => {
    const config = configOf(newPerson())
    let isMended = false
    let loads = 0
    const load = () => {
      loads++
      return isMended ? Promise.resolve(textOf(config)) : fail()
    }
    const { events } = show(config, { key: crypto.randomUUID(), load })
    const again = await screen.findByRole('button', { name: `Again after ${code}` })
    await expect.poll(state).toBe(failed)
    await expect.poll(() => reads.consent?.error?.code).toBe(code)
    await expect.poll(() => events).toEqual([{ type: 'failed', code }])
    const before = loads
    act(() => again.click())
    await screen.findByRole('button', { name: `Again after ${code}` })
    expect(loads).toBe(2 * before)
    isMended = true
    await act(async () => screen.getByRole('button').click())
    await expect.poll(shown).toBe(textOf(config))
    await expect.poll(state).toBe('ready')
  })

  it('experience 1: throws for an expired agreement, and reports it to the host app', async () => {
    const { events } = show(configOf(newPerson(), { agreement: { ...agreement, expiry: '2001-01-01T00:00:00Z' } }), undefined)
    await screen.findByRole('button', { name: 'Again after license_expired' })
    await expect.poll(state).toBe('terms-invalid')
    await expect.poll(() => events).toEqual([{ type: 'failed', code: 'license_expired' }])
  })

  it('experience 1: can load pending terms again', async () => {
    const config = configOf(newPerson())
    const { terms, asked } = source()
    show(config, terms)
    await expect.poll(() => asked.length).toBe(1)
    await expect.poll(state).toBe('terms-loading')
    reads.consent?.retry()
    await expect.poll(() => asked.length).toBe(2)
    expect(fallback()).not.toBeNull()
    asked[1]?.resolve(textOf(config))
    await expect.poll(state).toBe('ready')
  })

  it('keeps the text on screen while another one loads in a transition, with the `load` of that text', async () => {
    const person = newPerson()
    const [one, two] = [configOf(person), configOf(person, { agreement: { ...agreement, jurisdiction: 'France' } })]
    const [first, second] = [source(), source()]
    const hands: { go?: () => void } = {}
    const App = () => {
      const [isSecond, setSecond] = useState(false)
      hands.go = () => startTransition(() => setSecond(true))
      return (
        <ConsentProvider config={isSecond ? withTerms(two, second.terms) : withTerms(one, first.terms)}>
          <Bar />
          <Page />
        </ConsentProvider>
      )
    }
    render(<App />)
    await expect.poll(() => first.asked.length).toBe(1)
    first.asked[0]?.resolve(textOf(one))
    await expect.poll(state).toBe('ready')
    hands.go?.()
    await expect.poll(() => second.asked.length).toBe(1)
    expect([shown(), fallback(), state()]).toEqual([textOf(one), null, 'ready'])
    const faded = vi.fn()
    const watcher = new MutationObserver(() => fallback() && faded())
    watcher.observe(document.body, { childList: true, subtree: true, attributes: true })
    second.asked[0]?.resolve(textOf(two))
    await expect.poll(shown).toBe(textOf(two))
    await expect.poll(state).toBe('ready')
    watcher.disconnect()
    expect(faded).not.toHaveBeenCalled()
    expect([first.asked.length, second.asked.length]).toEqual([1, 1])
  })

  it('experience 1: refuses Accept while a fallback replaces the text', async () => {
    const config = configOf(newPerson())
    const [first, second] = [source(), source()]
    const { rerender } = show(config, first.terms)
    await expect.poll(() => first.asked.length).toBe(1)
    first.asked[0]?.resolve(textOf(config))
    await expect.poll(state).toBe('ready')
    rerender(second.terms)
    await expect.poll(() => second.asked.length).toBe(1)
    expect(fallback()).not.toBeNull()
    await expect.poll(state).toBe('terms-loading')
    second.asked[0]?.resolve(textOf(config))
    await expect.poll(state).toBe('ready')
  })

  it('experience 1: loads in a hidden Activity, and counts as shown only when the Activity is visible', async () => {
    const config = configOf(newPerson())
    const { terms, asked } = source()
    const hands: { show?: (is: boolean) => void } = {}
    const Hidden = () => {
      const [is, setShown] = useState(false)
      hands.show = setShown
      return (
        <Activity mode={is ? 'visible' : 'hidden'}>
          <Page />
        </Activity>
      )
    }
    show(config, terms, <Hidden />)
    await expect.poll(() => asked.length).toBe(1)
    asked[0]?.resolve(textOf(config))
    await expect.poll(shown).toBe(textOf(config))
    await expect.poll(() => reads.consent?.canAccept).toBe(false)
    act(() => hands.show?.(true))
    await expect.poll(() => reads.consent?.canAccept).toBe(true)
    act(() => hands.show?.(false))
    await expect.poll(() => reads.consent?.canAccept).toBe(false)
  })

  it('renders a contract that a server has loaded, and hydrates it without a warning', async () => {
    const { terms, asked } = source()
    const loading = loadTerms(withTerms(configOf(newPerson()), terms).agreement)
    asked[0]?.resolve('# Terms')
    const config = configOf(newPerson(), { agreement: await loading })
    const tree = (
      <StrictMode>
        <ConsentProvider config={config}>
          <Bar />
          <Suspense fallback={<p>loading</p>}>
            <Text />
          </Suspense>
        </ConsentProvider>
      </StrictMode>
    )
    const place = document.createElement('div')
    document.body.append(place)
    place.innerHTML = renderToString(tree)
    const onRecoverableError = vi.fn()
    const root = hydrateRoot(place, tree, { onRecoverableError })
    const text = place.querySelector('pre')
    expect(text?.textContent).toBe('# Terms')
    await expect.poll(state).toBe('ready')
    expect(place.querySelector('pre')).toBe(text)
    expect(asked).toHaveLength(1)
    expect(onRecoverableError).not.toHaveBeenCalled()
    expect(said).not.toHaveBeenCalled()
    root.unmount()
    place.remove()
  })
})
