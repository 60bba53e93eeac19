import { createFileRoute } from '@tanstack/react-router'
import { createServerFn } from '@tanstack/react-start'
import { getRequestHeader } from '@tanstack/react-start/server'
import { ConsentGate, ConsentProvider, ConsentScreen, readConsentHint, type ServiceClientConfig } from 'licet'

const appearance = { variables: { 'color-accent': 'rgb(12, 34, 56)' } } as const

const readVisitor = createServerFn().handler(() => {
  const config: ServiceClientConfig = JSON.parse(process.env.LICET_CONFIG ?? '')
  return { config: JSON.stringify(config), hint: readConsentHint(getRequestHeader('cookie')) }
})

export const Route = createFileRoute('/')({ component: Home, loader: () => readVisitor() })

function Home() {
  const { config, hint } = Route.useLoaderData()
  return (
    <main>
      <ConsentProvider config={JSON.parse(config)} hint={hint} appearance={appearance}>
        <ConsentScreen />
        <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
          <p>Unlocked</p>
        </ConsentGate>
      </ConsentProvider>
    </main>
  )
}
