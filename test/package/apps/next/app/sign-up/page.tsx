import { ConsentProvider, type ServiceClientConfig } from 'licet'
import { headers } from 'next/headers'
import { SignUpForm } from './sign-up-form'

export default async function Page() {
  const nonce = (await headers()).get('x-nonce') ?? ''
  const config: ServiceClientConfig = JSON.parse(process.env.LICET_CONFIG ?? '')
  return (
    <ConsentProvider config={config} nonce={nonce}>
      <SignUpForm />
    </ConsentProvider>
  )
}
