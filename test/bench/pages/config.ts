/** The provider of the service that serves this page, put here when the bench builds it. */
declare const BENCH_PROVIDER: { readonly id: string; readonly publicKey: string }

/** What a customer writes: two purposes that are necessary, and two that a person may turn on. */
export const config = {
  authUrl: location.origin,
  provider: BENCH_PROVIDER,
  origin: 'example.pomelo.bench',
  userId: 'bench',
  agreement: {
    company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: '200 points a month',
    expiry: null,
    purposes: ['analytics', 'attribution', { usecase: 'personalization' }, { usecase: 'retargeting' }],
  },
} as const
