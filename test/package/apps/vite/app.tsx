import { ConsentGate, ConsentProvider, type ConsentProviderProps, ConsentScreen } from 'licet'

type Config = NonNullable<ConsentProviderProps['config']>

const appearance = { theme: 'light', variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

export function App({ config }: { readonly config: Config }) {
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
