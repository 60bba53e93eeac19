/** The provider at the service. The bench replaces this name when it builds the page. */
declare const BENCH_PROVIDER: { readonly id: string; readonly publicKey: string }

/** A typical configuration: two necessary and two optional purposes. */
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
