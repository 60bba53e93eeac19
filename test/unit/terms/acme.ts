import type { AgreementInput } from '../../../src/terms/index.ts'

/** An agreement that is as plain as can be; tests change one thing of it. */
export const ACME: AgreementInput = {
  company: { name: 'Acme', termsUrl: 'https://acme.example/terms', privacyUrl: 'https://acme.example/privacy' },
  jurisdiction: 'Ireland',
  compensation: '10 points for each receipt',
  expiry: '2027-12-31T00:00:00Z',
}
