import 'licet/styles.css'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { App } from './app.tsx'

const root = document.getElementById('root')
if (root === null) throw new Error('index.html has no element with the id "root".')
const config = await (await fetch('/config.json')).json()
// Browsers hide the nonce of an element from selectors, and show it to scripts as a property.
const nonce = document.querySelector('script')?.nonce || undefined

hydrateRoot(
  root,
  <StrictMode>
    <App config={config} path={location.pathname} nonce={nonce} />
  </StrictMode>,
  { onRecoverableError: (error) => console.error(error) },
)
