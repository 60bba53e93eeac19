// Tests of the public types in an app that registers its agreement. Nothing here runs: `npm run types` compiles it.
import { ConsentGate, useLicense } from 'licet'
import { type AgreementInput, defineAgreement } from 'licet/terms'
import { createElement } from 'react'

const company = { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' }
const agreement = {
  company,
  jurisdiction: 'Ireland',
  compensation: null,
  expiry: { months: 12 },
  tags: [{ tag: 'x-gym_visits', label: { en: 'gym visits', es: 'visitas al gimnasio' } }],
  purposes: ['analytics', { usecase: 'x-coaching', label: 'Personal coaching' }],
} as const satisfies AgreementInput

declare module 'licet' {
  interface Register {
    agreement: typeof agreement
  }
}

export function Permits(): boolean {
  const { permits } = useLicense()
  // Every use case of a checked agreement is one that may be asked for.
  const all = defineAgreement(agreement).purposes.every(({ usecase }) => permits(usecase, 'data.pomelo.example'))
  // @ts-expect-error a custom word that the agreement does not have
  permits('x-coachin')
  // @ts-expect-error a misspelt use case
  permits('analytic')
  return all && permits('analytics') && permits('support') && permits('x-coaching') && permits('*')
}

createElement(ConsentGate, { usecase: 'x-coaching' })
// @ts-expect-error a custom word that the agreement does not have
createElement(ConsentGate, { usecase: 'x-heart_rate' })

// An agreement is defined before it is registered, so its own custom words are free.
defineAgreement({ ...agreement, purposes: ['x-heart_rate'] })
