import { renderToString } from 'react-dom/server'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'

const CONFIG = {
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
} as const

const COPIES = Symbol.for('licet.copies')

const forget = () => void Reflect.deleteProperty(globalThis, COPIES)
beforeEach(forget)
afterEach(forget)

/** Loads the package again, as a bundler does that finds it in two places. */
function loadCopy() {
  vi.resetModules()
  return import('../../../src/react/index.ts')
}

// Regression: the error was about a missing ConsentProvider, although the page had one.
it('names the copy of the package that the provider is from, when a component is from another one', async () => {
  const one = await loadCopy()
  const two = await loadCopy()
  const Status = () => <output>{two.useConsent((consent) => consent.status)}</output>
  const app = (
    <one.ConsentProvider config={CONFIG}>
      <Status />
    </one.ConsentProvider>
  )
  expect(() => renderToString(app)).toThrow(/is from another copy of licet.*src\/react\/developer\/copies\.ts.*npm ls licet/)
})

it('reports a missing provider, when no copy has rendered one', async () => {
  const { useConsent } = await loadCopy()
  const Status = () => <output>{useConsent((consent) => consent.status)}</output>
  expect(() => renderToString(<Status />)).toThrow(/There is no ConsentProvider above/)
})
