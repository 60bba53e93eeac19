import { ConsentGate, ConsentProvider, ConsentScreen, readConsentHint, type ServiceClientConfig } from 'licet'
import { type LoaderFunctionArgs, useLoaderData } from 'react-router'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

export function loader({ request }: LoaderFunctionArgs) {
  const config: ServiceClientConfig = JSON.parse(process.env.LICET_CONFIG ?? '')
  return { config, hint: readConsentHint(request.headers.get('cookie')) }
}

export default function Home() {
  const { config, hint } = useLoaderData<typeof loader>()
  return (
    <main>
      <ConsentProvider config={config} hint={hint} appearance={appearance}>
        <ConsentScreen />
        <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
          <p>Unlocked</p>
        </ConsentGate>
      </ConsentProvider>
    </main>
  )
}
