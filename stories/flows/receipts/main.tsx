import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import 'licet/styles.css'
import './app.css'
import { ConsentProvider } from 'licet'
import { App } from './app.tsx'
import { appearance } from './appearance.ts'
import { loadConfig } from './load-config.ts'
import { PhoneApp } from './phone.tsx'
import { ConfigContext } from './visitor.tsx'

const config = await loadConfig()
const container = document.getElementById('root')
if (container === null) throw new Error('The demo cannot render, because index.html has no element with the id "root".')

createRoot(container).render(
  <StrictMode>
    <ConfigContext value={config}>
      {location.pathname === '/phone/app' ? (
        <PhoneApp />
      ) : (
        <ConsentProvider config={config} appearance={appearance}>
          <App />
        </ConsentProvider>
      )}
    </ConfigContext>
  </StrictMode>,
)
