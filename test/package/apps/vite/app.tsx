import { ConsentGate, ConsentProvider, ConsentScreen, type ServiceClientConfig, useSuspenseTerms } from 'licet'
import { Suspense } from 'react'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

function Terms() {
  return <p hidden>{useSuspenseTerms().text}</p>
}

/** A page whose server loaded the contract of the second provider. */
export interface AppProps {
  readonly config: ServiceClientConfig
  readonly contract: ServiceClientConfig['agreement']
}

export function App({ config, contract }: AppProps) {
  return (
    <>
      <ConsentProvider config={config} hint={null} appearance={appearance}>
        <main>
          <ConsentScreen />
          <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
            <p>Unlocked</p>
          </ConsentGate>
        </main>
      </ConsentProvider>
      <ConsentProvider config={{ ...config, agreement: contract }} userId="reader">
        <Suspense fallback={<p>Loading the terms</p>}>
          <Terms />
        </Suspense>
      </ConsentProvider>
    </>
  )
}
