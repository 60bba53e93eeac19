/** Returns a typical configuration: two necessary and two optional purposes. */
export function configOf(authUrl: string, provider: { readonly id: string; readonly publicKey: string }) {
  return {
    authUrl,
    provider,
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
}
