import { cleanup, render } from '@testing-library/react'
import { StrictMode } from 'react'
import { afterAll, afterEach, beforeEach, expect, it, onTestFinished, vi } from 'vitest'
import { ConsentGate, ConsentProvider, ConsentScreen } from '../../../src/index.ts'
import { diagnoseSetup } from '../../../src/react/developer/diagnose-setup.ts'
import { configOf, mount, newPerson, offline, service } from '../../fixtures/react-harness.tsx'

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {})

beforeEach(() => {
  consoleError.mockClear()
})
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})
afterAll(() => service.close())

const printed = () => consoleError.mock.calls.map(([text]) => String(text))
const show = (more: Parameters<typeof configOf>[1] = {}) =>
  render(
    <StrictMode>
      <ConsentProvider config={configOf(newPerson(), more)} />
    </StrictMode>,
  )

it('names a service without https once, with the page that explains it', async () => {
  show({ authUrl: 'http://licenses.bramble.example' })
  show({ authUrl: 'http://licenses.bramble.example' })
  await expect.poll(printed).toEqual([expect.stringContaining('`authUrl` is http://licenses.bramble.example')])
  expect(printed()[0]).toContain('docs/guides/setup-messages.md#the-service-has-no-https')
})

// Regression: jsdom has WebCrypto and no `isSecureContext`, so each test of a host app printed an error about an insecure page.
it('reports no insecure page where WebCrypto exists', () => {
  vi.stubGlobal('isSecureContext', undefined)
  onTestFinished(diagnoseSetup(configOf(newPerson())))
  expect(printed()).toEqual([])
})

it('reports a page that is not secure', async () => {
  vi.stubGlobal('isSecureContext', false)
  vi.stubGlobal('crypto', { randomUUID: () => 'a-person' })
  show()
  await expect.poll(printed).toEqual([expect.stringContaining(`${location.origin} is not a secure page`)])
})

it('reports two providers of one person, and not two of different persons', async () => {
  show()
  show()
  const config = configOf(newPerson())
  render(
    <ConsentProvider config={config}>
      <ConsentProvider config={config} />
    </ConsentProvider>,
  )
  await expect.poll(printed).toEqual([expect.stringContaining('Two ConsentProviders for the same person and service')])
})

it('experience 11: reports a service that does not respond to the developer, and why a decision waits to the host app', async () => {
  const fetch = () => Promise.reject(new TypeError('connection refused'))
  const app = mount({ config: configOf(newPerson(), { fetch }) })
  await app.state('ready')
  expect(await app.consent().accept()).toBe('queued')
  await expect.poll(() => app.events).toContainEqual({ type: 'queued', reason: 'network_error' })
  await expect.poll(printed).toEqual([expect.stringContaining('The service at `authUrl` does not respond')])
  app.unmount()
})

it('experience 11: reports that a decision waits for the network of the device', async () => {
  const app = mount({ config: configOf(newPerson(), { connectivity: offline().connectivity }) })
  await app.state('offline')
  expect(await app.consent().accept()).toBe('queued')
  await expect.poll(() => app.events).toContainEqual({ type: 'queued', reason: 'offline' })
  expect(printed()).toEqual([])
  app.unmount()
})

it('names both addresses when the service has another name than `authUrl`', async () => {
  const app = mount({ config: configOf(newPerson(), { issuer: 'http://127.0.0.1:8787' }) })
  await app.state('ready')
  expect(await app.consent().accept()).toBe('submit-error')
  await expect.poll(printed).toHaveLength(1)
  expect(printed()[0]).toContain(`The service names itself ${service.authUrl}`)
  expect(printed()[0]).toContain('is http://127.0.0.1:8787')
  app.unmount()
})

it('names the address of the page and of the service, when the service does not respond under another name of this machine', async () => {
  const authUrl = `http://${location.hostname === 'localhost' ? '127.0.0.1' : 'localhost'}:8787`
  const app = mount({ config: configOf(newPerson(), { authUrl, fetch: () => new Promise(() => {}), timeoutMs: 50 }) })
  await app.state('ready')
  expect(printed()).toEqual([])
  expect(await app.consent().accept()).toBe('queued')
  await expect.poll(printed).toEqual([expect.stringContaining(`This page is on ${location.origin} and \`authUrl\` is ${authUrl}`)])
  app.unmount()
})

it.each([
  ['use case', { usecase: 'ads' }, 'usecase "ads". The agreement does not ask for this use case'],
  ['destination', { usecase: 'analytics', destination: 'ads.example' }, 'destination "ads.example". No purpose of the agreement'],
])('names the %s of a gate that no decision could ever open, with the page that explains it', async (_, props, text) => {
  const gate = <ConsentGate {...(props as { usecase: 'analytics' })}>Offers</ConsentGate>
  const config = configOf(newPerson())
  const page = () => render(<ConsentProvider config={config}>{gate}</ConsentProvider>)
  page()
  page()
  const found = () => printed().filter((line) => line.startsWith(`Licet: ${text}`))
  await expect.poll(found).toHaveLength(1)
  expect(found()[0]).toContain('The ConsentGate never opens.')
  expect(found()[0]).toContain('docs/guides/setup-messages.md#a-gate-never-opens')
})

// Regression: a wrong key or address was reported at the first decision, and not at the start.
it('asks a service on this machine at the start whether it has the provider, and reports a wrong one', async () => {
  const config = configOf(newPerson())
  const { fetch: _, ...local } = { ...config, authUrl: 'http://localhost:8787', issuer: service.authUrl }
  const requests: string[] = []
  vi.stubGlobal('fetch', (input: RequestInfo | URL, init?: RequestInit) => {
    requests.push(`${input} ${init?.body ?? ''}`)
    return service.fetch(String(input).replace('http://localhost:8787', service.authUrl), init)
  })
  onTestFinished(diagnoseSetup(local))
  await expect.poll(() => requests.length).toBe(2)
  expect(requests.join()).not.toContain(config.userId)
  expect(printed()).toEqual([])
  onTestFinished(diagnoseSetup({ ...local, provider: { ...local.provider, id: 'another' } }))
  await expect.poll(printed).toEqual([expect.stringContaining('The service does not know this `provider`.')])
})

it('reports the surface and the language that were meant', async () => {
  render(
    <ConsentProvider config={configOf(newPerson())} locale="de_DE">
      <ConsentScreen surface={'modal' as 'dialog'} />
    </ConsentProvider>,
  )
  await expect
    .poll(printed)
    .toContainEqual(expect.stringMatching(/surface "modal"\. ConsentScreen has no such surface\. .* Did you mean dialog\?/))
  await expect.poll(printed).toContainEqual(expect.stringMatching(/locale "de_DE"\. .* Did you mean de-DE\?/))
})
