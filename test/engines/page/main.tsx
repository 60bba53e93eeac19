import 'licet/styles.css'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import { type AgreementInput, ConsentGate, ConsentProvider, ConsentScreen, ConsentSettings } from '../../../src/index.ts'
import { noteComplaints } from './complaints.ts'

declare global {
  interface Window {
    whenIdle(): Promise<void>
  }
}

noteComplaints()

/** The first version of what Bramble asks for, and the one that asks for more. */
const first: AgreementInput = {
  company: {
    name: 'Bramble',
    termsUrl: 'https://bramble.example/terms',
    privacyUrl: 'https://bramble.example/privacy',
    contact: 'privacy@bramble.example',
  },
  jurisdiction: 'Ireland',
  compensation: '50 points for each receipt',
  expiry: null,
  tags: ['purchase_history'],
  purposes: ['analytics', { usecase: 'personalization' }],
}
const second: AgreementInput = { ...first, compensation: '80 points for each receipt', tags: ['purchase_history', 'email_receipt'] }

const wanted = new URLSearchParams(location.search)
const response = await fetch('/page/config.json')
const config: ServiceClientConfig = {
  ...(await response.json()),
  userId: wanted.get('person') ?? '',
  agreement: wanted.get('terms') === 'second' ? second : first,
}
const client = new ServiceClient(config)
// Lets a journey wait until nothing is under way: the key is made, all code is here.
window.whenIdle = () => client.whenIdle()

const SCREENS = {
  page: <ConsentScreen />,
  dialog: <ConsentScreen surface="dialog" />,
  settings: <ConsentSettings />,
  gate: (
    <ConsentGate usecase="analytics">
      <p>Open</p>
    </ConsentGate>
  ),
}
const screen = wanted.get('screen') ?? 'page'
const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root.')

createRoot(container).render(
  <StrictMode>
    <ConsentProvider client={client}>
      <main>
        <h1>Bramble</h1>
        {isScreen(screen) && SCREENS[screen]}
        <ConsentGate usecase="analytics" fallback={<p>Locked</p>}>
          <p>Unlocked</p>
        </ConsentGate>
      </main>
    </ConsentProvider>
  </StrictMode>,
)

function isScreen(name: string): name is keyof typeof SCREENS {
  return name in SCREENS
}
