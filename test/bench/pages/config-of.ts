import agreement from './pomelo.agreement.ts'

/** Returns a typical configuration. */
export function configOf(authUrl: string, provider: { readonly id: string; readonly publicKey: string }) {
  return {
    authUrl,
    provider,
    origin: 'example.pomelo.bench',
    userId: 'bench',
    agreement,
  } as const
}
