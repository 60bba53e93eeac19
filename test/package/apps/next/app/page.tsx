import { ConsentGate, ConsentProvider, ConsentScreen, readConsentHint, type ServiceClientConfig } from 'licet'
import { cookies, headers } from 'next/headers'
import { Suspense } from 'react'

const SLOW_MS = 300

// A server component. The files of the kit contain "use client", so this file needs no directive.
export default async function Page() {
  const nonce = (await headers()).get('x-nonce') ?? ''
  const hint = readConsentHint(await cookies())
  const config: ServiceClientConfig = JSON.parse(process.env.LICET_CONFIG ?? '')
  return (
    <main>
      <ConsentProvider config={config} hint={hint} nonce={nonce} appearance={{ variables: { 'color-accent': 'rgb(12, 34, 56)' } }}>
        <ConsentScreen headingLevel={1} />
        <Suspense fallback={<p>Looking for receipts</p>}>
          <Receipts />
        </Suspense>
      </ConsentProvider>
    </main>
  )
}

// Streamed after the rest of the page. The server renders the content of the gate.
async function Receipts() {
  await new Promise((resolve) => setTimeout(resolve, SLOW_MS))
  return (
    <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
      <p>Unlocked</p>
    </ConsentGate>
  )
}
