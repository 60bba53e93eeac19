/** A configuration that draws a screen; nothing is sent before somebody agrees, so no service needs to be there. */
export const config = {
  provider: { id: '00000000-0000-4000-8000-000000000000', publicKey: 'MIIBIjANBgkqhkiG9w0BAQEFAAOCAQ8A' },
  origin: 'example.pomelo.bench',
  userId: 'bench',
  agreement: {
    company: { name: 'Pomelo', termsUrl: 'https://pomelo.example/terms', privacyUrl: 'https://pomelo.example/privacy' },
    jurisdiction: 'Ireland',
    compensation: '200 points a month',
    expiry: null,
  },
} as const
