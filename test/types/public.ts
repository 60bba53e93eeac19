// Tests of the public types. Nothing here runs: `npm run types` compiles it.
import { ConsentGate, ConsentProvider, type ConsentProviderProps, ConsentScreen, useConsent, useLicense } from 'licet'
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

// experience 8: the reward and the end date are required. Their absence is written as null.
// @ts-expect-error compensation is missing
defineAgreement({ company, jurisdiction: 'Ireland', expiry: null })
// @ts-expect-error expiry is missing
defineAgreement({ company, jurisdiction: 'Ireland', compensation: null })
// @ts-expect-error jurisdiction is missing
defineAgreement({ company, compensation: null, expiry: null })
// @ts-expect-error the privacy policy is missing
defineAgreement({ ...complete, company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms' } })

// The vocabulary is open: custom words start with x-. A misspelt word is refused, with the nearest known word.
defineAgreement({ ...complete, tags: ['purchase_history', 'x-loyalty_level'] })
// @ts-expect-error unknown kind of data
defineAgreement({ ...complete, tags: ['purchase_historie'] })

// A custom use case begins with `x-`. A misspelt one is reported at its own line.
defineAgreement({ ...complete, purposes: ['analytics', '*', 'x-foot_traffic', { usecase: 'x-foot_traffic', necessary: true }] })
// A checked agreement is accepted unchanged.
defineAgreement(defineAgreement(complete))
// @ts-expect-error unknown use case
defineAgreement({ ...complete, purposes: ['statistics'] })
defineAgreement({
  ...complete,
  purposes: [
    {
      // @ts-expect-error Type '"analitics"' is not assignable to type 'AnyUsecase'. Did you mean '"analytics"'?
      usecase: 'analitics',
      necessary: true,
    },
    {
      // @ts-expect-error a label makes no other word a use case
      usecase: 'statistics',
      label: 'Statistics',
    },
  ],
})

// Custom names, in one language or in each.
defineAgreement({
  ...complete,
  tags: ['health', { tag: 'x-gym_visits', label: 'gym visits' }, { tag: 'x-steps', label: { en: 'steps', es: 'pasos' } }],
  purposes: [
    { usecase: 'x-coaching', label: { en: 'Coaching', es: 'Entrenamiento' }, description: { en: 'to plan your training' } },
  ],
})
// @ts-expect-error unknown kind of data
defineAgreement({ ...complete, tags: [{ tag: 'gym_visits', label: 'gym visits' }] })

// The end is a date, none, or one duration from the day of the decision.
for (const expiry of [{ days: 90 }, { months: 12 }, { years: 1 }, '2031-01-31T00:00:00Z', null])
  defineAgreement({ ...complete, expiry })
// @ts-expect-error no unit
defineAgreement({ ...complete, expiry: {} })
// @ts-expect-error two units
defineAgreement({ ...complete, expiry: { months: 12, days: 1 } })
// @ts-expect-error unknown unit
defineAgreement({ ...complete, expiry: { weeks: 2 } })
// @ts-expect-error a text
defineAgreement({ ...complete, expiry: { months: '12' } })

// Without a registered agreement, `permits()` and the gate accept known words and custom ones.
export function Permits(): boolean {
  const { permits } = useLicense()
  // @ts-expect-error Argument of type '"analytic"' is not assignable to parameter of type 'Usecase'.
  return permits('analytic') || (permits('analytics') && permits('x-coaching', 'data.example'))
}
// @ts-expect-error a misspelt use case
createElement(ConsentGate, { usecase: 'analytic' })

const config: ServiceClientConfig = {
  authUrl: 'https://licenses.example.com',
  provider: { id: 'p', publicKey: 'a2V5' },
  origin: 'com.example.app',
  userId: 'user-1',
  agreement: complete,
}
const client = new ServiceClient(config)

// Every optional option and prop accepts `undefined`.
declare const maybe: { readonly text?: string; readonly now?: () => number; readonly open?: boolean }
new ServiceClient({ ...config, trailUrl: maybe.text, issuer: maybe.text, now: maybe.now })
defineAgreement({ ...complete, description: maybe.text, company: { ...company, contact: maybe.text } })
createElement(ConsentProvider, { config, locale: maybe.text, nonce: maybe.text, userId: maybe.text })
createElement(ConsentScreen, { open: maybe.open, onDone: maybe.open === true ? () => {} : undefined, defaultOpen: maybe.open })
createTheme({ radius: maybe.text })

// An appearance accepts only known tokens and parts.
createElement(ConsentProvider, {
  config,
  appearance: { variables: createTheme({ radius: '4px' }).variables, elements: { receipt: 'mine', accept: 'mine' } },
})
// @ts-expect-error unknown token
createElement(ConsentProvider, { config, appearance: { variables: { 'color-acent': 'red' } } })
// @ts-expect-error unknown part
createElement(ConsentProvider, { config, appearance: { elements: { agree: 'mine' } } })
// The terms are returned immediately; a license is a promise.
same<ReturnType<typeof client.terms>, string>(true)
// @ts-expect-error a license is a promise
client.createLicense().id

// experience 5: nothing is granted by default, and no prop can change that.
// @ts-expect-error unknown property
createElement(ConsentScreen, { defaultGranted: ['personalization'] })
// @ts-expect-error unknown property
createElement(ConsentProvider, { config, defaultGranted: ['personalization'] })

// A provider takes a client, a configuration or a preview.
createElement(ConsentProvider, { client })
createElement(ConsentProvider, { config })
// @ts-expect-error both a client and a configuration
createElement(ConsentProvider, { client, config })
// @ts-expect-error neither a client nor a configuration
createElement(ConsentProvider, { locale: 'en' })
// The person is in `config` or in `userId`.
const { userId, ...anyone } = config
createElement(ConsentProvider, { config: anyone, userId })
createElement(ConsentProvider, { config, userId: 'user-2' })
// @ts-expect-error no person
createElement(ConsentProvider, { config: anyone })
// A preview takes one of the states of the flow, and needs neither a configuration nor a person.
createElement(ConsentProvider, { preview: 'licensed' })
createElement(ConsentProvider, { preview: 'licensed', config: anyone })
// @ts-expect-error unknown state
createElement(ConsentProvider, { preview: 'agreed' })
// @ts-expect-error a preview has no client
createElement(ConsentProvider, { preview: 'licensed', client })

// A catalog has to be complete.
createElement(ConsentProvider, { config, locale: 'en', messages: en })
// @ts-expect-error an incomplete catalog
createElement(ConsentProvider, { config, messages: { 'decision.accept': 'OK' } } satisfies ConsentProviderProps)

// A gate needs a use case.
// @ts-expect-error no use case
createElement(ConsentGate, {})

// The selector of a hook decides the type of the result.
export function Selected(): null {
  const status = useConsent((consent) => consent.status)
  // @ts-expect-error unknown status
  if (status === 'agreed') return null
  return null
}

// The service is one web-standard handler, in tests as in production.
async function handlers(): Promise<void> {
  const service = await createService({ authUrl: 'https://licenses.example.com' })
  same<ReturnType<typeof service.fetch>, Promise<Response>>(true)
  const test = await createTestService()
  new ServiceClient({ ...config, authUrl: test.authUrl, provider: test.provider, fetch: test.fetch })
}
void handlers
