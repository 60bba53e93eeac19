import { ConsentGate, ConsentProvider, ConsentScreen, type ServiceClientConfig } from 'licet'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

export function App({ config }: { readonly config: ServiceClientConfig }) {
  return (
    <ConsentProvider config={config} appearance={appearance}>
      <main>
        <ConsentScreen />
        <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
          <p>Unlocked</p>
        </ConsentGate>
      </main>
    </ConsentProvider>
  )
}
