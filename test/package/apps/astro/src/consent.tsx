import { ConsentGate, ConsentProvider, ConsentScreen, type ServiceClientConfig } from 'licet'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

export function Consent({ config, hint }: { readonly config: ServiceClientConfig; readonly hint: string | null }) {
  return (
    <ConsentProvider config={config} hint={hint} appearance={appearance}>
      <ConsentScreen />
      <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
        <p>Unlocked</p>
      </ConsentGate>
    </ConsentProvider>
  )
}
