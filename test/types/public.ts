// What the public types allow and what they refuse. Nothing here runs: `npm run types` reads it.
import { ConsentGate, ConsentProvider, type ConsentProviderProps, ConsentScreen, useConsent } from 'licet'
import { ServiceClient, type ServiceClientConfig } from 'licet/client'
import { en } from 'licet/locales/en'
import { createService } from 'licet/service'
import rewards from 'licet/templates/en/rewards'
import { type AgreementInput, defineAgreement } from 'licet/terms'
import { createTestService } from 'licet/testing'
import { createTheme } from 'licet/theme'
import { createElement } from 'react'

type Equal<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const same = <A, B>(equal: Equal<A, B>) => equal

const company = { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' }
const complete: AgreementInput = { company, jurisdiction: 'Ireland', compensation: null, expiry: null, template: rewards }

// experience 8: what a person must be told is no blank to forget. A missing reward or end date is said, as null.
// @ts-expect-error compensation is missing
defineAgreement({ company, jurisdiction: 'Ireland', expiry: null })
// @ts-expect-error expiry is missing
defineAgreement({ company, jurisdiction: 'Ireland', compensation: null })
// @ts-expect-error jurisdiction is missing
defineAgreement({ company, compensation: null, expiry: null })
// @ts-expect-error the privacy policy is missing
defineAgreement({ ...complete, company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms' } })

// The vocabulary is open: a word of one's own is a word. A misspelt one is refused at construction, with the nearest that there is.
defineAgreement({ ...complete, tags: ['purchase_history', 'x-loyalty_level'] })
// @ts-expect-error no such kind of data
defineAgreement({ ...complete, tags: ['purchase_historie'] })

// A purpose is another matter: a use case that nobody knows has no label, so it needs one, or `x-`.
defineAgreement({ ...complete, purposes: ['analytics', '*', 'x-foot_traffic', { usecase: 'x-foot_traffic', necessary: true }] })
defineAgreement({ ...complete, purposes: [{ usecase: 'foot_traffic', label: 'Counting visitors' }] })
// What was checked is taken as it is.
defineAgreement(defineAgreement(complete))
// @ts-expect-error no such use case
defineAgreement({ ...complete, purposes: ['statistics'] })
// @ts-expect-error no such use case, and no label
defineAgreement({ ...complete, purposes: [{ usecase: 'statistics' }] })

const config: ServiceClientConfig = {
  authUrl: 'https://licenses.example.com',
  provider: { id: 'p', publicKey: 'a2V5' },
  origin: 'com.example.app',
  userId: 'user-1',
  agreement: complete,
}
const client = new ServiceClient(config)

// A value that may be missing is handed on as it is: `undefined` is as good as nothing, in every option and prop.
declare const maybe: { readonly text?: string; readonly now?: () => number; readonly open?: boolean }
new ServiceClient({ ...config, trailUrl: maybe.text, issuer: maybe.text, now: maybe.now })
defineAgreement({ ...complete, description: maybe.text, company: { ...company, contact: maybe.text } })
createElement(ConsentProvider, { config, locale: maybe.text, nonce: maybe.text, userId: maybe.text })
createElement(ConsentScreen, { open: maybe.open, onDone: maybe.open === true ? () => {} : undefined, defaultOpen: maybe.open })
createTheme({ radius: maybe.text })

// Looks are of tokens and of parts that there are.
createElement(ConsentProvider, {
  config,
  appearance: { variables: createTheme({ radius: '4px' }).variables, elements: { receipt: 'mine', accept: 'mine' } },
})
// @ts-expect-error no such token
createElement(ConsentProvider, { config, appearance: { variables: { 'color-acent': 'red' } } })
// @ts-expect-error no such part
createElement(ConsentProvider, { config, appearance: { elements: { agree: 'mine' } } })
// The terms are there at once, a license is not.
same<ReturnType<typeof client.terms>, string>(true)
// @ts-expect-error a license is promised, not given
client.createLicense().id

// experience 5: nothing is granted by default, and there is no way to ask for it.
// @ts-expect-error no such property
createElement(ConsentScreen, { defaultGranted: ['personalization'] })
// @ts-expect-error no such property
createElement(ConsentProvider, { config, defaultGranted: ['personalization'] })

// A provider has a client or makes one: not both, not neither.
createElement(ConsentProvider, { client })
createElement(ConsentProvider, { config })
// @ts-expect-error both
createElement(ConsentProvider, { client, config })
// @ts-expect-error neither
createElement(ConsentProvider, { locale: 'en' })
// It knows the person, by one prop or the other.
const { userId, ...anyone } = config
createElement(ConsentProvider, { config: anyone, userId })
createElement(ConsentProvider, { config, userId: 'user-2' })
// @ts-expect-error whose?
createElement(ConsentProvider, { config: anyone })
// A language has to be whole.
createElement(ConsentProvider, { config, locale: 'en', messages: en })
// @ts-expect-error a catalog with one message is no catalog
createElement(ConsentProvider, { config, messages: { 'decision.accept': 'OK' } } satisfies ConsentProviderProps)

// A gate guards one use.
// @ts-expect-error which?
createElement(ConsentGate, {})

// A hook's selector decides the type that comes back.
export function Selected(): null {
  const status = useConsent((consent) => consent.status)
  // @ts-expect-error no such state
  if (status === 'agreed') return null
  return null
}

// The service is one web-standard handler, in a test as in production.
async function handlers(): Promise<void> {
  const service = await createService({ authUrl: 'https://licenses.example.com' })
  same<ReturnType<typeof service.fetch>, Promise<Response>>(true)
  const test = await createTestService()
  new ServiceClient({ ...config, authUrl: test.authUrl, provider: test.provider, fetch: test.fetch })
}
void handlers
