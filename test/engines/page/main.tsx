import 'licet/styles.css'
import { StrictMode } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { ServiceClient, type ServiceClientConfig } from '../../../src/client/index.ts'
import {
  type AgreementInput,
  ConsentButton,
  ConsentGate,
  ConsentProvider,
  ConsentScreen,
  ConsentSettings,
} from '../../../src/index.ts'
import { laterChecks } from '../../../src/react/sight/later-checks.ts'
import { addMeasurement } from './first-screen.tsx'
import { recordProblems } from './record-problems.ts'

declare global {
  interface Window {
    whenIdle(): Promise<void>
    /** Every text that the page had. */
    texts: string[]
  }
}

recordProblems()

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
/** Asks for more data than the first agreement. */
const second: AgreementInput = { ...first, compensation: '80 points for each receipt', tags: ['purchase_history', 'email_receipt'] }

const options = new URLSearchParams(location.search)
const isChanged = options.get('terms') === 'second'
const response = await fetch('/page/config.json')
const config: ServiceClientConfig = {
  ...(await response.json()),
  userId: options.get('user') ?? '',
  agreement: isChanged ? second : first,
}
const client = new ServiceClient(config)
// Lets a journey wait until the client has created the key, and the page has all code that an Accept needs.
window.whenIdle = async () => {
  await Promise.all([client.whenIdle(), laterChecks.load()])
}

const SCREENS = {
  page: <ConsentScreen />,
  dialog: <ConsentScreen surface="dialog" />,
  // In the middle of a long page.
  button: (
    <div style={{ paddingBlock: '900px 4000px' }}>
      <ConsentButton>Review</ConsentButton>
    </div>
  ),
  settings: <ConsentSettings />,
  none: null,
  gate: (
    <ConsentGate usecase="analytics">
      <p>Open</p>
    </ConsentGate>
  ),
}
const screen = options.get('screen') ?? 'page'
const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no element with the id "root".')

window.texts = []
new MutationObserver(() => window.texts.push(container.innerText)).observe(container, {
  subtree: true,
  childList: true,
  characterData: true,
})
const root = createRoot(container)
addMeasurement(client, isChanged, (tree) => flushSync(() => root.render(tree)))
root.render(
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
