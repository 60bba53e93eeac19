import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { createMemoryStorage, type ServiceClientConfig } from '../../../src/client/index.ts'
import { ConsentButton, ConsentScreen, ConsentSettings, TermsCheckbox, TermsNotice } from '../../../src/components/index.ts'
import { CompanyLine } from '../../../src/components/summary/company-line.tsx'
import { ConsentProvider, useTerms } from '../../../src/react/index.ts'
import { ConsentStore } from '../../../src/react/store/consent-store.ts'
import { createQuestion } from '../../../src/react/store/question.ts'
import { newUserId, openService } from '../../fixtures/client.ts'
import { quickCrypto } from '../../fixtures/quick-crypto.ts'

const VALID = {
  authUrl: 'https://auth.example',
  provider: { id: 'provider', publicKey: 'AAAA' },
  origin: 'com.example.shop',
  userId: 'person',
  agreement: {
    company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: null,
    expiry: null,
  },
  fetch: () => Promise.reject(new Error('Nothing is asked of a service.')),
} satisfies ServiceClientConfig

const { company } = VALID.agreement

/** Agreements as a content management system may return them. */
const INVALID: Readonly<Record<string, unknown>> = {
  'a name of 201 characters': { ...VALID.agreement, company: { ...company, name: 'x'.repeat(201) } },
  'a law of 201 characters': { ...VALID.agreement, jurisdiction: 'x'.repeat(201) },
  'a number as the law': { ...VALID.agreement, jurisdiction: 1 },
  'an empty reward': { ...VALID.agreement, compensation: '' },
  'no company': { ...VALID.agreement, company: undefined },
  'no URL': { ...VALID.agreement, company: { name: 'Acme' } },
  'a BigInt as the reward': { ...VALID.agreement, compensation: 50n },
  'an unknown purpose': { ...VALID.agreement, purposes: ['nonsense'] },
  'no template': { ...VALID.agreement, template: {} },
  'a number as the contract': { ...VALID.agreement, terms: { en: 42 } },
  'nothing as the contract': { ...VALID.agreement, terms: null },
  'a language of the contract without a text': { ...VALID.agreement, terms: { en: '# Contract', de: null } },
  'no agreement': undefined,
}

afterEach(() => {
  vi.unstubAllEnvs()
  vi.unstubAllGlobals()
})

function configWith(agreement: unknown): ServiceClientConfig {
  return { ...VALID, agreement: agreement as ServiceClientConfig['agreement'] }
}

/** Returns the store of a provider with a component that asks. */
function askingStore(config: ServiceClientConfig) {
  return new ConsentStore({ config }).ask(createQuestion)
}

function Terms() {
  return <output>{useTerms().status}</output>
}

function App({ config }: { readonly config: ServiceClientConfig | undefined }) {
  return (
    <ConsentProvider config={config as ServiceClientConfig}>
      <Terms />
      <ConsentScreen />
      <ConsentSettings />
      <TermsNotice />
      <ConsentButton />
      <form>
        <TermsCheckbox purposes />
      </form>
      <footer>The host app</footer>
    </ConsentProvider>
  )
}

describe.each(Object.entries(INVALID))('an agreement with %s', (_, agreement) => {
  // Regression: an error while rendering blanked the host app.
  it('leaves the host app as it is in a production build, with terms that are invalid', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const html = renderToString(<App config={configWith(agreement)} />)
    expect(html).toContain('<output>invalid</output>')
    expect(html).toContain('The host app')
    expect(html).not.toContain('data-part="accept"')
  })

  // Regression: the summary had rows without a value, and stated that the license has no end date.
  it('shows no facts that are not known', () => {
    vi.stubEnv('NODE_ENV', 'production')
    const html = renderToString(
      <ConsentProvider config={configWith(agreement)}>
        <ConsentScreen />
        <TermsCheckbox purposes />
      </ConsentProvider>,
    )
    expect(html).toContain('licet-checkbox')
    expect(html).not.toMatch(/<dd|data-part="summary/)
  })

  it('is reported to the page once, and asks with no way to agree', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const reported: unknown[] = []
    vi.stubGlobal('reportError', (error: unknown) => reported.push(error))
    const store = askingStore({ ...configWith(agreement), storage: createMemoryStorage() })
    store.connect(undefined)
    const error = (() => {
      try {
        return store.question.terms()
      } catch (cause) {
        return cause
      }
    })()
    const stop = store.question.showTerms({ terms: { status: 'invalid' }, error: undefined, retry: () => {} })
    await expect.poll(() => store.getView().flow.state).toBe('terms-invalid')
    expect(reported).toEqual([error])
    await expect(store.question.decisions.client.later.run((client) => client.createLicense())).rejects.toThrow()
    stop()
    store.disconnect()
  })

  // Cause: only a component that shows terms reported it, so the state was `ready` while none did.
  it('is `terms-invalid` while no component shows terms', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubGlobal('reportError', () => {})
    const store = askingStore({ ...configWith(agreement), storage: createMemoryStorage() })
    store.connect(undefined)
    await expect.poll(() => store.getView().flow.state).toBe('terms-invalid')
    expect(store.question.termsError?.code).toBe(store.question.checked.invalid?.code)
    expect(await store.actionsOf(undefined).accept()).toBe('terms-invalid')
    store.disconnect()
  })

  it('throws in a development build', () => {
    expect(() => renderToString(<App config={configWith(agreement)} />)).toThrow(
      /agreement|company|purposes|template|jurisdiction|compensation|terms/,
    )
  })
})

// Regression: without an agreement, the question was replaced by "A part of this page did not load", without a choice to decline.
it('a company without an address is shown without it', () => {
  vi.stubEnv('NODE_ENV', 'production')
  const html = renderToString(
    <ConsentProvider config={configWith(undefined)}>
      <CompanyLine company={{ name: '', termsUrl: '', privacyUrl: '' }} />
    </ConsentProvider>,
  )
  expect(html).toContain('data-part="company"')
})

it('a provider without a configuration leaves the host app as it is in a production build', () => {
  vi.stubEnv('NODE_ENV', 'production')
  expect(renderToString(<App config={undefined} />)).toContain('The host app')
})

describe('a person with a license, whose app now has an invalid agreement', async () => {
  const { test, open } = await openService()

  // Cause: without a valid agreement there was no client, so the withdrawal failed with "This app has a fault".
  it.each(Object.entries(INVALID))('can withdraw with %s', async (_, agreement) => {
    const [storage, userId] = [createMemoryStorage(), newUserId()]
    const { store, config } = openInvalid(agreement, storage, userId)
    await open(test, config).createLicense()
    store.connect(undefined)
    await expect.poll(() => store.getView().flow.state).toBe('already-licensed')
    await store.actionsOf(undefined).withdraw()
    await expect.poll(() => store.getView().flow.state).toBe('withdrawn')
    expect(await open(test, config).getLicense({ refresh: true })).toMatchObject({ status: 'revoked' })
    store.disconnect()
  })

  // Cause: the record was read once, and an open gate or settings page never noticed what other tabs did.
  it('is licensed and withdrawn when another tab is', async () => {
    const [storage, userId] = [createMemoryStorage(), newUserId()]
    const { store, config } = openInvalid(INVALID['an unknown purpose'], storage, userId)
    store.connect(undefined)
    await expect.poll(() => store.getView().client.phase).toBe('ready')
    const other = open(test, config)
    await other.createLicense()
    await expect.poll(() => store.getView().flow.state).toBe('already-licensed')
    await other.revokeLicense()
    await expect.poll(() => store.getView().flow.isLicensed).toBe(false)
    store.disconnect()
  })

  function openInvalid(agreement: unknown, storage: ServiceClientConfig['storage'], userId: string) {
    vi.stubEnv('NODE_ENV', 'production')
    vi.stubGlobal('reportError', () => {})
    const { authUrl, provider, fetch } = test
    const { origin } = VALID
    const config = { authUrl, provider, fetch, origin, userId, storage, crypto: quickCrypto }
    return { config, store: askingStore({ ...config, agreement } as ServiceClientConfig) }
  }
})
