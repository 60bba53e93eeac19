import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import './app.css'
import { ConsentProvider, type ConsentProviderProps } from 'licet'
import { App } from './app.tsx'

/** Which service, provider and person this page belongs to: the demo's server knows, the built page does not. */
async function loadConfig(): Promise<NonNullable<ConsentProviderProps['config']>> {
  const response = await fetch('/demo/config.json')
  if (!response.ok) throw new Error(`The demo's server answered ${response.status}. Start it again with \`npm start\`.`)
  return response.json()
}

const config = await loadConfig()
const container = document.getElementById('root')
if (container === null) throw new Error('index.html has no #root.')

createRoot(container).render(
  <StrictMode>
    <ConsentProvider config={config}>
      <App />
    </ConsentProvider>
  </StrictMode>,
)
