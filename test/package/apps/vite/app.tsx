import { ConsentGate, ConsentProvider, ConsentScreen, type ServiceClientConfig, useSuspenseTerms } from 'licet'
import { Suspense } from 'react'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

const terms = { key: 'terms', load: async () => (await fetch('/terms.txt')).text() }

function Terms() {
  return <p hidden>{useSuspenseTerms().text}</p>
}

export function App({ config }: { readonly config: ServiceClientConfig }) {
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
      <ConsentProvider config={{ ...config, agreement: { ...config.agreement, terms } }} userId="reader">
        <Suspense fallback={<p>Loading the terms</p>}>
          <Terms />
        </Suspense>
      </ConsentProvider>
    </>
  )
}
